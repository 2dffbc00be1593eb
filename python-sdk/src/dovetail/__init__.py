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

In plain Python a local engine is found or started; `dovetail run script.py` runs the same script with an engine of its
own. Tables go in and out as well:

    result = Join(x=orders, y=customers, primary_key="id", fn=lambda o, c: o["id"] == c["id"]).run()
    result.to_pandas()
"""

from typing import TYPE_CHECKING, Any

from . import errors
from ._client import Client, connect
from ._functions import PythonFunction, candidate_gate
from ._gates import AnyOfGate, BandGate, EqualityGate, PrefixGate, RangeOverlapGate, SharedTokenGate
from ._sessions import Plan, Session, sessions
from ._spaces import Space, SpaceVersion
from ._tasks import Join, SemJoin, Task, TaskResult, Transform, run_all
from ._version import VERSION as __version__

if TYPE_CHECKING:
    from ._async import AsyncClient

__all__ = [
    "AnyOfGate",
    "AsyncClient",
    "BandGate",
    "Client",
    "EqualityGate",
    "Join",
    "Plan",
    "PrefixGate",
    "PythonFunction",
    "RangeOverlapGate",
    "SemJoin",
    "Session",
    "SharedTokenGate",
    "Space",
    "SpaceVersion",
    "Task",
    "TaskResult",
    "Transform",
    "__version__",
    "candidate_gate",
    "connect",
    "errors",
    "run_all",
    "sessions",
]


def __getattr__(name: str) -> Any:
    # needs anyio, which a script inside the engine has not
    if name == "AsyncClient":
        from ._async import AsyncClient

        return AsyncClient
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
