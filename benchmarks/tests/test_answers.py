"""Answers that differ are told apart; rows out of order are seen."""

import tempfile
import unittest
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc

from compare.answers import Answers, Print
from compare.cases import CASES

X = pa.table({"id": [0, 1, 2], "t": [10, 20, 30], "v1": [0.5, 1.5, 2.5]})
Y = pa.table({"id": [0, 1], "t": [10, 30], "v2": [7.5, 8.5]})
FLAT = pa.table(
    {
        "id": [0, 0, 2],
        "t": [10, 10, 30],
        "v1": [0.5, 0.5, 2.5],
        "y_id": [0, 1, 1],
        "y_t": [10, 30, 30],
        "y_v2": [7.5, 8.5, 8.5],
    }
)


class AnswersTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.answers = Answers(CASES["band"], self._file("x", X), self._file("y", Y))

    def _file(self, name: str, table: pa.Table) -> Path:
        file = self.folder / f"{name}.arrow"
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table, max_chunksize=2)
        return file

    def _print(self, table: pa.Table, *, ordered: bool = False) -> Print:
        return self.answers.read(self._file("answer", table), ordered=ordered)

    def test_the_order_of_a_peers_rows_makes_no_difference(self) -> None:
        self.assertEqual(self._print(FLAT.take([2, 0, 1])).difference(self._print(FLAT)), "")

    def test_a_missing_row_is_told(self) -> None:
        self.assertEqual(self._print(FLAT[:2]).difference(self._print(FLAT)), "2 rows against 3")

    def test_one_other_value_names_its_column(self) -> None:
        other = FLAT.set_column(2, "v1", pa.array([0.5, 0.5, 2.5000001]))
        self.assertEqual(self._print(other).difference(self._print(FLAT)), "columns differ: v1")

    def test_values_in_each_others_rows_are_told(self) -> None:
        other = FLAT.set_column(3, "y_id", pa.array([1, 1, 0]))
        self.assertEqual(self._print(other).difference(self._print(FLAT)), "the same values in other rows")

    def test_columns_that_dovetail_calls_otherwise_are_the_same(self) -> None:
        named = FLAT.rename_columns(["id", "t", "v1", "id_y", "t_y", "v2"])
        self.assertEqual(self._print(named, ordered=True).difference(self._print(FLAT)), "")

    def test_rows_out_of_x_order_are_seen(self) -> None:
        with self.assertRaisesRegex(ValueError, "not in X order"):
            self._print(FLAT.take([2, 0, 1]), ordered=True)

    def test_rows_of_one_x_out_of_y_order_are_seen(self) -> None:
        with self.assertRaisesRegex(ValueError, "not in Y order"):
            self._print(FLAT.take([1, 0, 2]), ordered=True)


if __name__ == "__main__":
    unittest.main()
