"""Clicks joined with the news that was clicked on: the smallest whole example.

    ./dovetail run examples/clicks/join.py
"""

from pathlib import Path

from dovetail import Join, Space

data = Path(__file__).parent / "data"
Space("clicks").put(data / "clicks.csv", primary_key="click_id")
Space("news").put(data / "news.csv", primary_key="news_id", unique=True)

Join(
    name="join-clicks-to-news",
    input_spaces=("clicks", "news"),
    output_space="resolved-clicks",
    primary_key="news_id",
    fn=lambda click, article: click["news_id"] == article["news_id"],
    max_matches_per_x=1,
).run()

for click in Space("resolved-clicks").rows():
    titles = [article["title"] for article in click["matches"]]
    print(click["click_id"], titles or "no such article")
