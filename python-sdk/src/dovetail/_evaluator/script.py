"""Runs a user's script as `python script.py` would, with a line to the engine."""

import sys


def run_script(judging, request, packages, path, text, arguments):
    """Runs the script to its end; returns its exit code."""
    host = type(sys)("_dovetail_host")
    host.request = lambda json_text: str(request(json_text))
    host.hold = judging.hold
    sys.modules["_dovetail_host"] = host
    folder = path.rpartition("/")[0] or "."
    sys.argv = [path, *map(str, arguments)]
    sys.path[:] = [folder, *(p for p in sys.path if p not in ("", folder)), packages]
    main = type(sys)("__main__")
    main.__file__ = path
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    try:
        code = outcome(lambda: exec(compile(text, path, "exec"), main.__dict__))
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):
                pass  # closed, or nobody reads it any more
    return code


def outcome(run):
    try:
        run()
        return 0
    except SystemExit as stop:
        code = stop.code
        if code is None:
            return 0
        if isinstance(code, int):
            return code & 0xFF
        print(code, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BaseException as error:
        return told(error)


def told(error):
    errors = sys.modules.get("dovetail.errors")
    if errors is not None and isinstance(error, errors.DovetailError):
        # the user's request, data or resources: one message, as on the command line
        print(error, file=sys.stderr)
        return error.exit_code
    import traceback

    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename in ("script.py", "boot.py"):
        step = step.tb_next
    traceback.print_exception(type(error), error, step)
    return 1
