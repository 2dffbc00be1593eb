"""The command behind `benchmarks/run`."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from compare import report
from compare.cases import CASES, SECTIONS, Case, Section
from compare.measure import Measured, Setting, measure
from compare.process import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- benchmarks/run: begin -->", "<!-- benchmarks/run: end -->"


def main() -> int:
    options = _options()
    setting = Setting(
        threads=options.threads,
        repeat=options.repeat,
        warmup=options.warmup,
        memory=int(options.memory * 1e9),
        check=not options.no_check,
    )
    done: list[Measured] = []
    texts: list[str] = []
    for section, cases in _chosen(options.only):
        peers = [peer for peer in section.peers if not options.peers or peer in options.peers.split(",")]
        of_section: list[Measured] = []
        for case in cases:
            for rows in case.rows if options.rows is None or case.rows == (0,) else (int(options.rows),):
                of_section.append(measure(case, rows, peers, setting))
                print(report.progress(of_section[-1]), file=sys.stderr, flush=True)
        texts.append(report.table(section, peers, of_section))
        done += of_section
    text = "\n\n".join(texts)
    print(text)
    if options.write:
        _write(text)
    return 1 if any(f.difference for measured in done for f in measured.figures.values()) else 0


def _options() -> argparse.Namespace:
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    parser = argparse.ArgumentParser(
        prog="benchmarks/run", description="Joins the same tables with Dovetail and its peers, in turns."
    )
    parser.add_argument("--rows", type=float, help="rows of the larger table; by default each case at its own sizes")
    parser.add_argument("--only", default="", help="names of cases or groups, separated by commas")
    parser.add_argument("--repeat", type=int, default=5, help="timed runs of each (default 5)")
    parser.add_argument(
        "--warmup", type=int, default=2, help="runs between the first one and the timed ones (default 2)"
    )
    parser.add_argument("--peers", default="", help="whom to measure, of " + ", ".join(KINDS))
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="processors for each")
    parser.add_argument(
        "--memory", type=float, default=machine / 2, help="Dovetail's budget in GB (default half of all)"
    )
    parser.add_argument("--no-check", action="store_true", help="do not compare the answers")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/performance.md")
    return parser.parse_args()


def _chosen(only: str) -> Iterator[tuple[Section, list[Case]]]:
    wanted = {name for name in only.split(",") if name}
    unknown = wanted - CASES.keys() - {case.group for case in CASES.values()}
    if unknown:
        raise SystemExit(f"no case or group is called {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    for section in SECTIONS:
        cases = [case for case in section.cases if not wanted or {case.name, case.group} & wanted]
        if cases:
            yield section, cases


def _write(text: str) -> None:
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")


if __name__ == "__main__":
    sys.exit(main())
