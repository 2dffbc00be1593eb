"""Run with `target/venv/bin/python -m unittest` in this folder's parent, once benchmarks/run has made the venv."""
