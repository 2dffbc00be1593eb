"""The command behind `benchmarks/run`."""

import argparse
import os
import sys
from collections.abc import Iterator

from compare import page, report
from compare.cancel import cancel
from compare.cases import CASES, SECTIONS, Case, Section
from compare.measure import Measured, Setting, measure
from compare.process import KINDS


def main() -> int:
    options = _options()
    setting = Setting(
        threads=options.threads,
        repeat=options.repeat,
        warmup=options.warmup,
        memory=int(options.memory * 1e9),
        limit=options.limit,
        check=not options.no_check,
    )
    if options.growth:
        return _grow(setting, options.write)
    if options.cancel:
        return _cancel(options.write)
    right = True
    for section, cases in _chosen(options.only):
        peers = [peer for peer in section.peers if not options.peers or peer in options.peers.split(",")]
        done: list[Measured] = []
        for case in cases:
            for rows in case.rows if options.rows is None or case.rows == (0,) else (int(options.rows),):
                done.append(measure(case, rows, peers, setting))
                print(report.progress(done[-1]), file=sys.stderr, flush=True)
        text = report.table(section, peers, done)
        print(f"### {section.title}\n\n{text}\n")
        if options.write:
            page.merge(section.name, text)
        right &= not any(f.difference for measured in done for f in measured.figures.values())
    return 0 if right else 1


def _grow(setting: Setting, write: bool) -> int:
    from compare.growth import grow

    text = grow(setting, draw=write)
    print(text)
    if write:
        page.replace("growth", text)
    return 0


def _cancel(write: bool) -> int:
    text = cancel()
    print(text)
    if write:
        page.replace("cancel", text)
    return 0


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
    parser.add_argument("--limit", type=float, default=300, help="seconds after which a peer is given up (default 300)")
    parser.add_argument("--no-check", action="store_true", help="do not compare the answers")
    parser.add_argument(
        "--growth",
        action="store_true",
        help="how Dovetail grows from 1e5 to 3e7 rows; with --write docs/growth.png too",
    )
    parser.add_argument("--cancel", action="store_true", help="how soon Dovetail's runs end that are interrupted")
    parser.add_argument("--write", action="store_true", help="keep the tables in docs/performance.md")
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


if __name__ == "__main__":
    sys.exit(main())
