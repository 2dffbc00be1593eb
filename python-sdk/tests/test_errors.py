"""Each code has a class, under the class of whose turn it is, as the engine's list has it."""

import pathlib
import pickle
import re
import unittest

from dovetail import errors

CODES = pathlib.Path(__file__).parents[2] / "spaces/src/main/java/dev/dovetail/errors/ErrorCode.java"


class Codes(unittest.TestCase):
    def test_they_are_the_engines(self):
        listed = re.findall(r'^  (E\d+)\(Blame\.(\w+), "([^"]+)"\)', CODES.read_text(), re.MULTILINE)
        self.assertEqual([code for code, _, _ in listed], sorted(errors.BY_CODE))
        for code, blame, title in listed:
            kind = errors.BY_CODE[code]
            self.assertEqual((kind.__name__, kind.code), (code, code))
            self.assertIs(kind.__mro__[1], errors.BY_BLAME[blame], code)
            self.assertEqual(kind.__doc__.lower(), f"{title}.".lower())

    def test_each_has_a_page(self):
        pages = {page.stem for page in (CODES.parents[7] / "docs/errors").glob("E*.md")}
        self.assertEqual(pages, set(errors.BY_CODE))


class Errors(unittest.TestCase):
    def test_an_answer_becomes_its_class(self):
        told = errors.told(
            {
                "code": "E120",
                "blame": "DATA",
                "what": "fn raised",
                "where": "x key 3, y key (a, 'b')",
                "traceback": "  F",
            }
        )
        self.assertIs(type(told), errors.E120)
        self.assertEqual(told.keys, {"x": "3", "y": "(a, 'b')"})
        self.assertEqual(str(told), "E120: fn raised (x key 3, y key (a, 'b')).\n  F")

    def test_a_code_of_a_newer_engine_keeps_its_blame(self):
        told = errors.told({"code": "E998", "blame": "RESOURCE", "what": "w"})
        self.assertIs(type(told), errors.ResourceError)
        self.assertEqual((told.code, told.exit_code, told.keys), ("E998", 4, {}))

    def test_they_can_be_sent_to_another_process(self):
        for error in (errors.E127("w", "h", "r", "t"), errors.told({"code": "E998", "blame": "DATA", "what": "w"})):
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), again.code, str(again)), (type(error), error.code, str(error)))


if __name__ == "__main__":
    unittest.main()
