"""Answers join runs by brute force in CPython, with the oracle of the conformance suite.

    python3 brute.py FOLDER_OF_THE_ORACLE < runs.jsonl > answers.jsonl

A line in is `{"spaces": {...}, "run": {...}}`; a line out is `{"matches": [...]}` or `{"error": "..."}`.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
import join_oracle  # noqa: E402  (the folder is an argument)

for line in sys.stdin:
    case = json.loads(line)
    try:
        answer = {"matches": join_oracle.run_join(case["spaces"], case["run"])["matches"]}
    except join_oracle.Fail as failure:
        answer = {"error": failure.text}
    print(json.dumps(answer), flush=True)
