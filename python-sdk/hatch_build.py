"""Puts the engine's jars into the wheel, built first if there is no current build of them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("lib", "jit")
TRAINING = ("train", "rehearsal.py")


class EngineHook(BuildHookInterface[Any]):
    """Adds `dovetail/_engine`. A source archive carries the jars too, since it can be built anywhere."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # it runs the checkout's own engine
        carried = Path(self.root) / "src" / "dovetail" / "_engine"
        if carried.is_dir():
            return  # a source archive: the files are in their place
        place = "dovetail/_engine" if self.target_name == "wheel" else "src/dovetail/_engine"
        for folder in FOLDERS:
            for jar in sorted((self._built() / folder).glob("*.jar")):
                build_data["force_include"][str(jar)] = f"{place}/{folder}/{jar.name}"
        for name in TRAINING:
            build_data["force_include"][str(Path(self.root).parent / "bin" / name)] = f"{place}/{name}"

    def _built(self) -> Path:
        checkout = Path(self.root).parent
        dist = checkout / "cli" / "target" / "dist"
        if not (checkout / "bin" / "assemble").is_file():
            raise RuntimeError("the package is built inside a checkout of Dovetail, whose engine it carries")
        if is_stale(checkout, dist / "built"):
            done = subprocess.run([checkout / "bin" / "assemble"], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise RuntimeError(f"the engine cannot be built:\n{done.stdout}{done.stderr}")
        return dist


def is_stale(checkout: Path, stamp: Path) -> bool:
    """Whether a source of the jars is newer than their build."""
    if not stamp.exists():
        return True
    built = stamp.stat().st_mtime
    return any(file.stat().st_mtime > built for file in sources(checkout))


def sources(checkout: Path) -> Iterator[Path]:
    yield from checkout.glob("pom.xml")
    yield from checkout.glob("*/pom.xml")
    for folder in (
        *checkout.glob("*/src/main"),
        checkout / "docs" / "errors",
        checkout / "bin",
        checkout / "python-sdk" / "src" / "dovetail" / "_evaluator",
    ):
        for file in folder.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file
