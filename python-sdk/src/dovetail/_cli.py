"""The command `dovetail`: the engine's own, with the same arguments, in the place of this process."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from . import _launch, errors


def main() -> NoReturn:
    """Becomes the engine's command, so that signals reach it and its exit code is this one's."""
    try:
        line = _launch.command(sys.argv[1:])
    except errors.DovetailError as problem:
        print(f"dovetail: {problem}", file=sys.stderr)
        sys.exit(problem.exit_code)
    if os.name == "nt":  # where exec starts a process and leaves
        import subprocess

        sys.exit(subprocess.call(line))
    os.execv(line[0], line)
