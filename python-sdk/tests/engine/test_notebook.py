"""A notebook, run by a real kernel against a real engine."""

import os
import sys

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

SHARED = """
import pyarrow as pa
import dovetail
from dovetail import Join
x = pa.table({"id": [1, 2, 3], "v": [1.0, None, 3.0]})
y = pa.table({"id": [1, 3, 3], "w": ["a", "b", "c"]})
"""

CELLS = {
    "two lambdas of one line": (
        "n = 1\n"
        "same, above = (lambda a, b: a['id'] == b['id']), (lambda a, b: a['id'] > b['id'] + n)\n"
        "for fn in same, above:\n"
        "    result = Join(x=x, y=y, fn=fn, shape='inner').run()\n"
        "    print(result.rows, result.evaluated_by)"
    ),
    "a function of a cell before": "def near(a, b):\n    return abs(a['id'] - b['id']) <= 1",
    "and its use": "print(Join(x=x, y=y, fn=near, shape='inner').run().rows)",
    "a library that the engine has not": (
        "import numpy as np\n"
        "weights = np.array([0, 1, 0, 1])\n"
        "result = Join(x=x, y=y, fn=lambda a, b: bool(weights[a['id']] and a['id'] == b['id']), shape='inner').run()\n"
        "print(result.rows, result.evaluated_by)"
    ),
    "a result shows itself": "Join(name='shown', x=x, y=y, fn=same).run()",
    "a plan shows itself": "Join(x=x, y=y, fn=same).explain()",
    "a session shows itself": "dovetail.sessions(1)[0]",
    "a function that raises": (
        "try:\n"
        "    Join(x=x, y=y, fn=lambda a, b: 1 // (a['id'] - 2) == b['id']).run()\n"
        "except dovetail.errors.E120 as error:\n"
        "    print('ZeroDivisionError' in str(error), \"1 // (a['id'] - 2) == b['id']\" in error.traceback)"
    ),
}


def test_a_notebook_against_the_engine(home, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("IPYTHONDIR", str(home / "ipython"))
    notebook = new_notebook(cells=[new_code_cell(text) for text in [SHARED, *CELLS.values()]])
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(home)}}).execute()
    nbformat.validate(notebook)
    outputs = dict(zip(CELLS, [cell.outputs for cell in notebook.cells[1:]]))
    texts = {
        name: "".join(output.text for output in found if output.get("name") == "stdout")
        for name, found in outputs.items()
    }
    html = {
        name: "".join(output.get("data", {}).get("text/html", "") for output in found)
        for name, found in outputs.items()
    }
    warnings = [output.text for found in outputs.values() for output in found if "Warning" in output.get("text", "")]
    assert not warnings
    assert texts["two lambdas of one line"] == "3 compiled\n1 compiled\n"
    assert texts["and its use"] == "6\n"
    assert texts["a library that the engine has not"] == "3 client\n"
    assert "<table" in html["a result shows itself"] and "3.0" in html["a result shows itself"]
    assert "hash" in html["a plan shows itself"]
    assert "shown" in html["a session shows itself"]
    assert texts["a function that raises"] == "True True\n"
