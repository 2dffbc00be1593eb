"""Answers join runs by brute force in CPython, with the oracle of the conformance suite.

    python3 brute.py FOLDER_OF_THE_ORACLE < runs.jsonl > answers.jsonl

A line in is `{"spaces": {...}, "run": {...}}`; a line out is `{"matches": [...]}` or `{"error": "..."}`.
"""

import datetime
import json
import sys

sys.path.insert(0, sys.argv[1])
import join_oracle  # noqa: E402  (the folder is an argument)
from values import NsDatetime  # noqa: E402

plain_eq = NsDatetime.__eq__


def eq(moment, other):
    """As `datetime.__eq__`: never equal to a date, which the oracle's subclass leaves to the date to say."""
    is_date = isinstance(other, datetime.date) and not isinstance(other, datetime.datetime)
    return False if is_date else plain_eq(moment, other)


def keeping_nanosecond(operation):
    """A moment after or before a duration keeps its nanoseconds, which the oracle's subclass loses on the way."""

    def moved(moment, other):
        result = operation(moment, other)
        if isinstance(result, NsDatetime):
            result._n = moment._n
        return result

    return moved


NsDatetime.__eq__ = eq
NsDatetime.__add__ = NsDatetime.__radd__ = keeping_nanosecond(datetime.datetime.__add__)
NsDatetime.__sub__ = keeping_nanosecond(datetime.datetime.__sub__)

for line in sys.stdin:
    case = json.loads(line)
    try:
        answer = {"matches": join_oracle.run_join(case["spaces"], case["run"])["matches"]}
    except join_oracle.Fail as failure:
        answer = {"error": failure.text}
    print(json.dumps(answer), flush=True)
