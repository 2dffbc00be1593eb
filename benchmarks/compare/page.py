"""docs/performance.md, where figures are kept between markers."""

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


def replace(name: str, text: str) -> None:
    """Puts a text between the markers of a name."""
    before, _, after = _parts(name)
    PAGE.write_text(f"{before}{text}\n{after}")


def merge(name: str, text: str) -> None:
    """Puts a table and its remarks there; what is said of cases that were not measured again stays."""
    before, old, after = _parts(name)
    PAGE.write_text(f"{before}{_merged(old.splitlines(), text.splitlines())}\n{after}")


def _parts(name: str) -> tuple[str, str, str]:
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    before, rest = PAGE.read_text().split(begin)
    old, after = rest.split(end)
    return before + begin, old, end + after


def _merged(old: list[str], new: list[str]) -> str:
    head = [line for line in new if line.startswith("|")][:2]
    if head != [line for line in old if line.startswith("|")][:2]:
        old = []
    fresh = {_case(line): line for line in new if line.startswith("|") and line not in head}
    rows = {_case(line): line for line in old if line.startswith("|") and line not in head} | fresh
    remarks = [line for line in old if line.startswith("*") and _case(line) not in fresh]
    remarks += [line for line in new if line.startswith("*")]
    return "\n".join([*head, *rows.values()] + ([""] if remarks else []) + remarks)


def _case(line: str) -> str:
    """What a row or a remark is about: a case and its size."""
    if line.startswith("|"):
        return " at ".join(cell.strip() for cell in line.split("|")[1:3])
    return line.removeprefix("* ").split(",")[0]
