"""Joins whose condition is written in Python.

    from dovetail import Join

    Join(
        name="join-clicks-to-news",
        input_spaces=("clicks", "news"),
        output_space="resolved-clicks",
        primary_key="news_id",
        fn=lambda click, article: click["news_id"] == article["news_id"],
        max_matches_per_x=1,
    ).run()

A script with such tasks is run by the `dovetail` command: `dovetail run script.py`.
"""

from . import errors
from ._functions import PythonFunction, candidate_gate
from ._gates import AnyOfGate, BandGate, EqualityGate, PrefixGate, RangeOverlapGate, SharedTokenGate
from ._spaces import Space, SpaceVersion
from ._tasks import Join, SemJoin, TaskResult, Transform, run_all

__all__ = [
    "AnyOfGate",
    "BandGate",
    "EqualityGate",
    "Join",
    "PrefixGate",
    "PythonFunction",
    "RangeOverlapGate",
    "SemJoin",
    "SharedTokenGate",
    "Space",
    "SpaceVersion",
    "TaskResult",
    "Transform",
    "candidate_gate",
    "errors",
    "run_all",
]
