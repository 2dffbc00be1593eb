"""Makes the evaluator's modules importable inside an interpreter that may read no file."""

import sys


class Library:
    """Finds the evaluator's own modules, whose texts the engine holds."""

    def __init__(self, text_of):
        self.text_of = text_of

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] != "_dovetail":
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self, origin=name, is_package=name == "_dovetail")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__.partition(".")[2]
        if name:
            exec(compile(self.text_of(name), module.__name__, "exec"), module.__dict__)


def start(text_of, zone_file, always):
    """Prepares the interpreter; returns the module that answers the engine's commands.

    `text_of` gives the text of a module of the evaluator by its name; `zone_file` the TZif file of a
    zone as Latin-1 text, or None. `always` is false in a user's own script, which is guarded only
    while it judges.
    """
    sys.meta_path.insert(0, Library(text_of))
    from _dovetail import guards, judging, values

    values.zone_file = zone_file
    guards.install(always)
    return judging
