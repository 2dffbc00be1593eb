"""Functions that no file holds: from notebooks, from interactive Python, from `-c` and from a pipe."""

import linecache
import os
import subprocess
import sys

import pytest

import dovetail
from dovetail import Join, _capture, _source, errors


def typed(text, name):
    """The namespace of a cell, registered as IPython and interactive Python register theirs."""
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace = {"__name__": "__main__"}
    exec(compile(text, name, "exec"), namespace)
    return namespace


def test_a_cell_is_read_from_where_the_notebook_keeps_it():
    text = "LIMIT = 3\npair = [lambda x, y: x['a'] < LIMIT, lambda x, y: x['a'] > LIMIT]\n\ndef near(x, y):\n    return pair[0](x, y)\n"
    cell = typed(text, "/tmp/ipykernel_1/123.py")
    for fn, part in zip(cell["pair"], ("x['a'] < LIMIT", "x['a'] > LIMIT")):
        inner = _capture.capture(fn).text["lambda"]
        assert inner["text"] == f"lambda x, y: {part}"
        assert inner["prelude"] == "LIMIT = 3"
    with pytest.raises(errors.E108, match="'pair' is a function|'pair'"):
        _capture.capture(cell["near"], "engine")


def test_ipython_itself(tmp_path):
    pytest.importorskip("IPython")
    script = tmp_path / "cell.ipy"
    script.write_text("")
    text = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "shell.run_cell('N = 2\\nimport math\\nf = lambda x, y: math.floor(x[\"a\"]) == N')\n"
        "from dovetail import _capture\n"
        "print(_capture.capture(shell.user_ns['f']).text['lambda']['prelude'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "IPYTHONDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.splitlines()[-2:] == ["N = 2", "import math"], done.stderr


def test_what_was_piped_in_stays_and_says_so():
    text = (
        "from dovetail import _capture, errors\n"
        "f = lambda x, y: True\n"
        "print(_capture.capture(f).because)\n"
        "try:\n    _capture.capture(f, 'engine')\nexcept errors.E108 as problem:\n    print(problem.remedy)\n\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable], input=text, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines() == [
        "it was typed into <stdin>, where Python keeps no source",
        'Use python="client", or "auto", and this interpreter evaluates it.',
    ]


def test_a_file_that_was_edited_is_not_sent(tmp_path, monkeypatch):
    file = tmp_path / "edited.py"
    file.write_text("f = lambda x, y: x['a'] == 1\n\ndef g(x, y):\n    return x['a'] == 1\n")
    namespace = {"__name__": "__main__"}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    file.write_text("f = lambda x, y: x['a'] == 2\n\ndef g(x, y):\n    return x['a'] == 2\n")
    _source._trees.clear()
    for name in "fg":
        captured = _capture.capture(namespace[name])
        assert captured.text is None and "no longer holds" in captured.because


def test_the_client_can_always_evaluate():
    handles = []
    for fn in (lambda x, y: True, "lambda x, y: True", "fixtures_module:same", max):
        held = _capture.capture(fn, "client").json(lambda f: handles.append(f) or len(handles), same_files=True)
        assert held["held"]["handle"] == len(handles)
    assert all(callable(fn) for fn in handles)
    with pytest.raises(errors.E107):
        _capture.capture(3, "client")


def test_what_cannot_be_sent_names_the_variable_and_the_way_out():
    here = open(os.devnull)
    numpy = pytest.importorskip("numpy")
    for fn, name in (
        (lambda x, y: here.closed, "'here' is a TextIOWrapper"),
        (lambda x, y: numpy.bool_(True), "'numpy'"),
    ):
        with pytest.raises(errors.E108, match=name) as caught:
            Join(input_spaces="a", output_space="b", fn=fn, python="engine")
        assert 'python="client"' in caught.value.remedy
    here.close()


def test_a_gate_is_the_engines():
    gated = dovetail.candidate_gate(dovetail.EqualityGate(x="id", y="id"))(lambda x, y: True)
    with pytest.raises(errors.E108, match="declares a gate"):
        Join(input_spaces="a", output_space="b", fn=gated, python="client")
