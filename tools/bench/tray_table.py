"""The table of what the tray asks about and misreads in circumstances worse than the model, in ``docs/tray.md``.

``python -m tools.bench.tray_table`` measures and writes it; ``tests/tools/test_bench_tray.py`` checks that it is
up to date.
"""

from __future__ import annotations

from pathlib import Path

from tools.bench.bench_tray import ROWS, TRAYS, Harder, counted

PAGE = Path(__file__).parents[2] / "docs" / "tray.md"
BEGIN, END = "<!-- table: python -m tools.bench.tray_table -->", "<!-- end of the table -->"
SHARE = 10
"""A tenth of the rows of ``tray_errors``."""


def line(harder: Harder) -> str:
    """Return the row of the table for one circumstance."""
    count = counted(harder, ROWS // SHARE)
    what = "the model" if harder is Harder.NOT else harder.value
    return f"| {what} | {count.asked_percent:.2f} % | {count.wrong} |"


def table() -> str:
    """Return the table."""
    head = f"| circumstance | pegs asked about | rows misread, of {TRAYS * ROWS // SHARE:,} |\n|---|---|---|"
    return "\n".join([head, *map(line, Harder)])


def kept() -> str:
    """Return the table in the page."""
    return PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0].strip()


def main() -> None:
    """Write the table into the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
