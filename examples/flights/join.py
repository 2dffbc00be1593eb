"""A week of flights out of New York, joined with planes, weather and airports. See README.md beside this file.

    ./dovetail run examples/flights/join.py
"""

from pathlib import Path

from dovetail import BandGate, Join, PythonFunction, Space, run_all

data = Path(__file__).parent / "data"

Space("flights").put(data / "flights.csv")
Space("planes").put(data / "planes.csv", primary_key="tailnum", unique=True)
Space("weather").put(data / "weather.csv", primary_key=("origin", "time_hour"), unique=True)
Space("airports").put(data / "airports.csv", primary_key="faa", unique=True)

# Which plane flew? Some tail numbers are not in the register; those flights keep an empty list.
planes = Join(
    name="flights-to-planes",
    input_spaces=("flights", "planes"),
    output_space="flights-with-planes",
    primary_key="tailnum",
    fn=lambda flight, plane: flight["tailnum"] == plane["tailnum"],
    max_matches_per_x=1,
)

# What was the weather at the airport in the hour of departure?
weather = Join(
    name="flights-to-weather",
    input_spaces=("flights", "weather"),
    output_space="flights-with-weather",
    primary_key=("origin", "time_hour"),
    fn=lambda flight, hour: flight["origin"] == hour["origin"] and flight["time_hour"] == hour["time_hour"],
    max_matches_per_x=1,
)

# Which airports are neighbours, at most 15 km apart on the ground? 15 km are less than 0.14 degrees of latitude, so
# the gate leaves out no pair; it only spares the arithmetic for the other two million.
near = PythonFunction(
    name="near",
    source='''
from math import asin, cos, radians, sin, sqrt

EARTH_RADIUS_KM = 6371.0

def near(a, b, km=15.0):
    """Whether two different airports are at most `km` apart, by the haversine formula."""
    if a["faa"] == b["faa"]:
        return False
    lat1, lon1, lat2, lon2 = map(radians, (a["lat"], a["lon"], b["lat"], b["lon"]))
    h = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(sqrt(h)) <= km
''',
    candidate_gate=BandGate(x="lat", y="lat", width=0.14),
)
neighbours = Join(
    name="airport-neighbours",
    input_spaces="airports",
    output_space="airport-neighbours",
    primary_key="faa",
    evidence=("lat", "lon"),
    fn=near,
)

for result in run_all([planes, weather, neighbours]):
    print(result)

unknown = sum(1 for row in Space("flights-with-planes").rows() if not row["matches"])
unseen = sum(1 for row in Space("flights-with-weather").rows() if not row["matches"])
print(f"flights whose plane is not in the register: {unknown}")
print(f"flights without a weather report for their hour: {unseen}")
for row in Space("airport-neighbours").rows():
    if row["faa"] in ("JFK", "LGA", "EWR"):
        print(row["name"], "->", ", ".join(match["name"] for match in row["matches"]) or "none")
