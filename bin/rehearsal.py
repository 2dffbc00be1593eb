"""What `bin/train` runs, so that later runs start faster: Python keeps the modules that this script imports in
compiled form, and the JDK keeps what the join needed of its worker."""

import ast  # noqa: F401  (all of these are imported to be compiled)
import base64  # noqa: F401
import bisect  # noqa: F401
import collections.abc  # noqa: F401
import contextlib  # noqa: F401
import copy  # noqa: F401
import csv  # noqa: F401
import dataclasses  # noqa: F401
import datetime  # noqa: F401
import decimal  # noqa: F401
import difflib  # noqa: F401
import fractions  # noqa: F401
import hashlib  # noqa: F401
import importlib.machinery  # noqa: F401
import inspect  # noqa: F401
import io  # noqa: F401
import json  # noqa: F401
import linecache  # noqa: F401
import math  # noqa: F401
import operator  # noqa: F401
import os  # noqa: F401
import pathlib  # noqa: F401
import re  # noqa: F401
import statistics  # noqa: F401
import string  # noqa: F401
import sys
import textwrap  # noqa: F401
import traceback  # noqa: F401
import typing  # noqa: F401
import unicodedata  # noqa: F401
import urllib.parse  # noqa: F401
import uuid  # noqa: F401
import zoneinfo  # noqa: F401

from dovetail import Join, PythonFunction, Space

data = sys.argv[1]
Space("clicks").put(f"{data}/clicks.csv")
Space("news").put(f"{data}/news.csv", primary_key="news_id")
source = '''
import re
from datetime import datetime, timedelta
from decimal import Decimal

def match(click, article):
    words = re.findall(r"\\w+", "Some words, and more")
    day = datetime.fromisoformat("2024-05-01T12:30:00") - timedelta(days=1)
    price = Decimal("1.20") * 2
    text = f"{len(words):>5} {price:.2f} {day!r}".strip().lower()
    return click["news_id"] == article["news_id"] and len(text) > 2
'''
Join(
    name="rehearsal",
    input_spaces=("clicks", "news"),
    output_space="matched",
    primary_key="news_id",
    fn=PythonFunction(name="match", source=source),
).run()
print(len(list(Space("matched").rows())), "rows")
