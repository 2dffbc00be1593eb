"""The package imports with the standard library alone, and says the same to synchronous and asynchronous callers."""

import os
import subprocess
import sys

import dovetail

HEAVY = ("pyarrow", "httpx", "anyio", "pandas", "polars", "ctypes", "asyncio", "subprocess")


def test_import_is_light():
    text = (
        "import sys; before = set(sys.modules); import dovetail;"
        f"print(sorted(set({HEAVY!r}) & (set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout == "[]\n"


def test_the_asynchronous_client_has_every_method():
    def public(kind):
        return {name for name in dir(kind) if name[0] != "_"}

    assert public(dovetail.AsyncClient) - {"call"} == public(dovetail.Client)
