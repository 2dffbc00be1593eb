"""Tables are kept row by row: a short run leaves the other cases' figures where they are."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from compare import page

HEAD = "| case | rows | Dovetail |\n| --- | --: | --: |"


class PageTest(unittest.TestCase):
    def setUp(self) -> None:
        self.file = Path(self.enterContext(tempfile.TemporaryDirectory())) / "page.md"
        self.enterContext(mock.patch.object(page, "PAGE", self.file))

    def _merged(self, old: str, new: str) -> str:
        self.file.write_text(f"before\n<!-- best: begin -->\n{old}\n<!-- best: end -->\nafter\n")
        page.merge("best", new)
        text = self.file.read_text()
        self.assertTrue(text.startswith("before\n<!-- best: begin -->\n"))
        self.assertTrue(text.endswith("\n<!-- best: end -->\nafter\n"))
        return "\n".join(text.splitlines()[2:-2])

    def test_a_case_that_was_not_measured_keeps_its_figures(self) -> None:
        old = f"{HEAD}\n| a | 1e6 | 1.0 |\n| b | 1e6 | 2.0 |"
        self.assertEqual(
            self._merged(old, f"{HEAD}\n| b | 1e6 | 3.0 |"), f"{HEAD}\n| a | 1e6 | 1.0 |\n| b | 1e6 | 3.0 |"
        )

    def test_sizes_of_one_case_are_apart(self) -> None:
        old = f"{HEAD}\n| a | 1e6 | 1.0 |"
        self.assertEqual(self._merged(old, f"{HEAD}\n| a | 1e7 | 3.0 |"), f"{old}\n| a | 1e7 | 3.0 |")

    def test_a_remark_goes_with_its_case(self) -> None:
        old = f"{HEAD}\n| a | 1e6 | - |\n\n* a at 1e6, Dovetail: too slow"
        self.assertEqual(self._merged(old, f"{HEAD}\n| a | 1e6 | 1.0 |"), f"{HEAD}\n| a | 1e6 | 1.0 |")

    def test_other_columns_begin_anew(self) -> None:
        old = "| case | rows | DuckDB |\n| --- | --: | --: |\n| b | 1e6 | 2.0 |"
        self.assertEqual(self._merged(old, f"{HEAD}\n| a | 1e6 | 1.0 |"), f"{HEAD}\n| a | 1e6 | 1.0 |")


if __name__ == "__main__":
    unittest.main()
