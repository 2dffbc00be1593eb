"""Keeps conditions deterministic and inside their rows.

Each function that reads the clock, makes randomness or reaches a file, the network, a process or the
environment is replaced by one that raises while user code runs, and notes the attempt, so that a
function which swallows the error still fails its pair. The standard library may go on loading its
own modules: while one of them is being imported, the guards are open. This is the tidy contract; the
wall is the process around the interpreter.
"""

import builtins
import sys


class NotDeterministic(Exception):
    """The function read the clock or made randomness."""


class OutOfBounds(Exception):
    """The function reached for something other than its rows and parameters."""


E122, E123 = "E122", "E123"
REASONS = {
    "clock": (E122, "{} reads the clock; the time differs from run to run, and a condition must be deterministic"),
    "random": (E122, "{} makes a random value, and a condition must be deterministic"),
    "file": (E123, "{} reaches a file; a condition sees its rows and parameters only"),
    "network": (E123, "{} reaches the network; a condition sees its rows and parameters only"),
    "process": (E123, "{} reaches a process; a condition sees its rows and parameters only"),
    "environment": (E123, "{} reads the environment; a condition sees its rows and parameters only"),
    "threads": (E123, "{} starts a thread; a condition runs in one thread, so that its order is fixed"),
    "native": (E123, "{} reaches native code; a condition runs inside the interpreter only"),
    "host": (E123, "{} reaches the machine that hosts Python; a condition sees its rows and parameters only"),
    "input": (E123, "{} reads standard input; a condition sees its rows and parameters only"),
}

attempts = []
"""Refused calls since the list was last cleared: (code, message, traceback)."""

active = False
loading = 0
"""How many imports of library modules are under way."""

trace_here = None
"""Set by `functions`: the user's frames above the caller, as text."""

user_files = {}
"""Set by `functions`: the files that are the user's."""


def resume():
    """Called when an attempt has been told, for guards that an attempt switches off. These stay on."""


def refuse(kind, what):
    """Raises and notes the attempt, unless the guards are open."""
    if loading or not active:
        return
    code, text = REASONS[kind]
    message = text.format(what)
    attempts.append((code, message, trace_here() if trace_here else ""))
    raise (NotDeterministic if code == E122 else OutOfBounds)(message)


def guarded(kind, what, original):
    def guard(*args, **kwargs):
        refuse(kind, what)
        return original(*args, **kwargs)

    guard.__name__ = guard.__qualname__ = getattr(original, "__name__", what)
    guard.__doc__ = getattr(original, "__doc__", None)
    guard.__wrapped__ = original
    return guard


def guard_all(owner, kind, names, prefix):
    for name in names:
        original = getattr(owner, name, None)
        if original is not None:
            setattr(owner, name, guarded(kind, f"{prefix}{name}()", original))


# --- the modules, each guarded once it is loaded -----------------------------------------------


def guard_time(module):
    guard_all(
        module,
        "clock",
        "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns"
        " thread_time thread_time_ns clock_gettime clock_gettime_ns sleep".split(),
        "time.",
    )
    for name, moment in (("localtime", 0), ("gmtime", 0), ("ctime", 0), ("asctime", 0), ("strftime", 1)):
        original = getattr(module, name)

        def at_moment(*args, _original=original, _name=name, _moment=moment):
            if len(args) <= _moment or args[_moment] is None:
                refuse("clock", f"time.{_name}() without a moment")
            return _original(*args)

        setattr(module, name, at_moment)


def guard_datetime(module):
    for owner, names in ((module.datetime, ("now", "utcnow", "today")), (module.date, ("today",))):
        for name in names:
            original = owner.__dict__.get(name)
            what = f"datetime.{owner.__name__}.{name}()"

            def from_clock(cls, *args, _original=original, _what=what, _name=name, **kwargs):
                refuse("clock", _what)
                if _original is None:
                    return super(module.datetime, cls).today()
                return _original.__get__(None, cls)(*args, **kwargs)

            setattr(owner, name, classmethod(from_clock))


def guard_random(module):
    names = [n for n in module.__all__ if n not in ("Random", "SystemRandom")]
    guard_all(module, "random", names, "random.")
    generator = module.Random
    seeded = generator.__init__
    seed = generator.seed

    def __init__(self, x=None):
        if x is None:
            refuse("random", "random.Random() without a seed")
        seeded(self, x)

    def reseed(self, a=None, version=2):
        if a is None:
            refuse("random", "random.Random() without a seed")
        seed(self, a, version)

    generator.__init__ = __init__
    generator.seed = reseed
    system = module.SystemRandom
    for name in ("random", "randbytes", "getrandbits"):
        setattr(system, name, guarded("random", f"random.SystemRandom().{name}()", getattr(system, name)))
    system.__init__ = lambda self, x=None: refuse("random", "random.SystemRandom()")


def guard_uuid(module):
    guard_all(module, "random", ("uuid1", "uuid4", "getnode"), "uuid.")


def guard_secrets(module):
    guard_all(
        module, "random", [n for n in module.__all__ if n != "compare_digest" and n != "SystemRandom"], "secrets."
    )


PROCESS = frozenset(
    "_exit abort execv execve fork fork1 forkpty kill killpg nice popen posix_spawn posix_spawnp system wait wait3"
    " wait4 waitid waitpid setsid setpgid setuid setgid seteuid setegid getpid getppid getpgid getpgrp getsid times"
    " getrusage sched_yield".split()
)
PURE = frozenset(
    "fspath strerror WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WSTOPSIG WTERMSIG"
    " waitstatus_to_exitcode major minor makedev register_at_fork get_terminal_size device_encoding"
    " _path_normpath _path_splitroot _path_splitroot_ex".split()
)
CWD = frozenset(("getcwd", "getcwdb"))


def guard_posix(module):
    for name in dir(module):
        original = getattr(module, name)
        if name[:2] == "__" or name in PURE or isinstance(original, type) or not callable(original):
            continue
        if name in ("urandom", "getrandom"):
            kind = "random"
        elif name in ("putenv", "unsetenv"):
            kind = "environment"
        elif name in PROCESS:
            kind = "process"
        elif name in (
            "uname",
            "getlogin",
            "getuid",
            "geteuid",
            "getgid",
            "getegid",
            "cpu_count",
            "getloadavg",
            "sysconf",
        ):
            kind = "host"
        else:
            kind = "file"
        if name in CWD and always_on:
            # the working folder is not told; library modules ask for it while they load
            original = (lambda: "/") if name == "getcwd" else (lambda: b"/")
        setattr(module, name, guarded(kind, f"os.{name}()", original))


def guard_os(module):
    guard_all(module, "file", ("walk", "fwalk", "makedirs", "removedirs", "renames", "fdopen"), "os.")
    guard_all(module, "process", ("popen",), "os.")
    guard_all(module, "environment", ("getenv", "getenvb"), "os.")
    environment = type(module.environ)
    for name in ("__getitem__", "__setitem__", "__delitem__", "__iter__", "__len__", "__repr__", "copy"):
        setattr(environment, name, guarded("environment", "os.environ", getattr(environment, name)))


def guard_raw_io(module):
    guard_all(module, "file", ("open", "open_code"), "io.")


def guard_io(module):
    guard_all(module, "file", ("open", "open_code", "FileIO"), "io.")


def guard_network(module):
    names = [
        n
        for n in dir(module)
        if (n[:3] == "get" and n != "getdefaulttimeout")
        or n in ("create_connection", "create_server", "socketpair", "fromfd", "if_nameindex")
    ]
    guard_all(module, "network", names, "socket.")
    if module.__name__ == "socket":  # the class below it cannot be changed, and this one derives from it
        module.socket.__init__ = guarded("network", "socket.socket()", module.socket.__init__)


def guard_urllib(module):
    guard_all(module, "network", ("urlopen", "urlretrieve"), "urllib.request.")
    module.OpenerDirector.open = guarded("network", "urllib.request", module.OpenerDirector.open)


def guard_subprocess(module):
    module.Popen.__init__ = guarded("process", "subprocess.Popen()", module.Popen.__init__)


def guard_threading(module):
    module.Thread.start = guarded("threads", "threading.Thread.start()", module.Thread.start)


def guard_thread(module):
    guard_all(module, "threads", ("start_new_thread", "start_new", "start_joinable_thread"), "_thread.")


def guard_multiprocessing(module):
    module.BaseProcess.start = guarded("process", "multiprocessing.Process.start()", module.BaseProcess.start)


def guard_zoneinfo(module):
    """Zones come from the engine, so that no file is needed and every worker knows the same ones."""
    from . import values

    def load_tzdata(key):
        found = values.zone_bytes(key)
        if found is None:
            raise module.ZoneInfoNotFoundError(f"No time zone found with key {key}")
        from io import BytesIO

        return BytesIO(found)

    if always_on:
        module.load_tzdata = load_tzdata


def guard_zone_path(module):
    if always_on:
        module.TZPATH = ()


LATE = {
    "time": guard_time,
    "datetime": guard_datetime,
    "random": guard_random,
    "uuid": guard_uuid,
    "secrets": guard_secrets,
    "os": guard_os,
    "io": guard_io,
    "_io": guard_raw_io,
    "socket": guard_network,
    "_socket": guard_network,
    "urllib.request": guard_urllib,
    "subprocess": guard_subprocess,
    "threading": guard_threading,
    "multiprocessing.process": guard_multiprocessing,
    "zoneinfo._common": guard_zoneinfo,
    "zoneinfo._tzpath": guard_zone_path,
}

REFUSED = {
    "ctypes": "native",
    "_ctypes": "native",
    "cffi": "native",
    "mmap": "file",
    "_posixsubprocess": "process",
    "_posixshmem": "process",
    "java": "host",
    "jarray": "host",
    "polyglot": "host",
    "__graalpython__": "host",
}


def forget_refused():
    for name in REFUSED:
        if name != "__graalpython__":
            sys.modules.pop(name, None)


class Watch:
    """First on sys.meta_path: opens the guards for library imports and guards what they load."""

    def find_spec(self, name, path=None, target=None):
        global loading
        if not loading and name.partition(".")[0] in REFUSED:
            refuse(REFUSED[name.partition(".")[0]], f"import {name}")
        loading += 1
        try:
            for finder in sys.meta_path:
                if finder is self or getattr(finder, "of_the_user", False):
                    continue
                find = getattr(finder, "find_spec", None)
                spec = find and find(name, path, target)
                if spec is not None:
                    if always_on or name in LATE:
                        spec.loader = spec.loader and Loader(spec.loader)
                    return spec
        finally:
            loading -= 1
        if active and not loading:
            # asking the finders again, now with the guards closed, would count as an attempt
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


class Loader:
    """Loads as the wrapped loader does, with the guards open, and guards the result."""

    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        global loading
        loading += 1
        try:
            return self._loader.create_module(spec)
        finally:
            loading -= 1

    def exec_module(self, module):
        global loading
        loading += 1
        try:
            self._loader.exec_module(module)
            late = LATE.get(module.__name__)
            if late is not None:
                late(module)
        finally:
            loading -= 1
            if always_on and not loading:
                forget_refused()  # what the library imported for itself is not the user's to find


class user_code:
    """Closes the guards while a module of the user runs, whoever imports it."""

    def __enter__(self):
        global loading
        self._loading, loading = loading, 0

    def __exit__(self, *_):
        global loading
        loading = self._loading


always_on = True


def install(always):
    """Guards the interpreter; `always` also for code that no session called."""
    global always_on, active
    always_on = always
    import posix

    guard_posix(posix)
    for name, late in LATE.items():
        if name in sys.modules:
            late(sys.modules[name])
    if "_thread" in sys.modules:
        guard_thread(sys.modules["_thread"])
    builtins.open = guarded("file", "open()", builtins.open)
    builtins.input = guarded("input", "input()", builtins.input)
    if always:
        forget_refused()
    sys.meta_path.insert(0, Watch())
    active = always
