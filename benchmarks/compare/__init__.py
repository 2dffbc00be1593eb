"""Joins the same tables with Dovetail, DuckDB, Polars and pandas in turns, and says who took how long."""
