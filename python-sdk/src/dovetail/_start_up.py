"""What makes the engine start fast: the JDK's caches of its classes, made once on each machine.

They hold for one build of the JVM only, so they cannot come with the package. The first start of the engine makes them
in the background, at the lowest priority; `DOVETAIL_START_UP_CACHE=off` leaves them out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TRAIN = os.path.join(HERE, "_engine", "train")
VARIABLE = "DOVETAIL_START_UP_CACHE"
LONGEST = 15 * 60
"""Seconds after which a training that has left nothing is taken for one that was killed."""


class Caches:
    """The caches of one installation under one Java runtime.

    Args:
        folder: where the package keeps what it makes for itself.
        release: what the runtime says of itself; another build has other caches.
    """

    def __init__(self, folder: str, release: str) -> None:
        self.folder = os.path.join(folder, "start-up-" + hashlib.sha256(release.encode()).hexdigest()[:12])

    def flags(self) -> list[str]:
        """The JVM's flags of a run, with the caches that there are."""
        found = ["-XX:+UseSerialGC", "-Xlog:cds=off", "-Xlog:aot=off"]
        stderr = "tty" if sys.stderr is not None and sys.stderr.isatty() else "pipe"
        found.append(f"-Ddovetail.stderr={stderr}")
        for name, flag in (("engine.aot", "-XX:AOTCache="), ("worker.aot", "-Ddovetail.worker.aot=")):
            cache = os.path.join(self.folder, name)
            if os.path.exists(cache):
                found.append(flag + cache)
        return found

    def make_in_background(self, java: str, flags: list[str]) -> None:
        """Starts a process that makes the caches, unless they are there, are being made, or are not wanted."""
        if os.path.exists(self.folder) or os.environ.get(VARIABLE) == "off" or not shutil.which("bash"):
            return
        unfinished = self.folder + ".unfinished"
        try:
            if time.time() - os.stat(unfinished).st_mtime < LONGEST:
                return
            shutil.rmtree(unfinished, ignore_errors=True)
        except OSError:
            pass  # there is none
        try:
            os.mkdir(unfinished)
            arguments = os.path.join(unfinished, "java.args")
            with open(arguments, "w", encoding="utf-8") as stream:
                stream.writelines(_quoted(flag) + "\n" for flag in flags)
            subprocess.Popen(
                [
                    *("nice", "-n", "19", "bash", "-c"),
                    'bash "$1" "$2" "$3/java.args" "$3"; mv "$3" "$4"',
                    *("train", TRAIN, java, unfinished, self.folder),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            pass  # another process makes them, or they cannot be made here: the engine starts without


def _quoted(argument: str) -> str:
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
