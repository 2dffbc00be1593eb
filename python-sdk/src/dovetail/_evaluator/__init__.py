"""How functions are evaluated, inside GraalPy and inside CPython: the same text for both.

The engine carries these modules as resources and loads them into its workers as the package `_dovetail`; on CPython
each run that keeps its functions loads a copy of its own (`_guest.py`). So they import one another relatively, use
the standard library alone, and keep their state in module globals. `boot.py` and `script.py` serve GraalPy only.
"""
