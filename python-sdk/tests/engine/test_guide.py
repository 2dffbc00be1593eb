"""The blocks of the guide and of the README, in their order, in one folder."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[3]
BLOCK = re.compile(r"^```(?:py|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/python.md", "python-sdk/README.md"])
def test_the_blocks_of_a_page(page, tmp_path):
    for library in ("pandas", "numpy"):
        pytest.importorskip(library)
    blocks = BLOCK.findall((ROOT / page).read_text())
    assert blocks
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
