"""Write the table of settings into docs/settings.md: ``python -m tools.settings_table``."""

from __future__ import annotations

from pathlib import Path

from companion.config.declared import Setting
from companion.config.settings import OWN, line
from companion.features.seam import declared

PAGE = Path(__file__).parents[1] / "docs/settings.md"
HEAD = "| setting | permitted | default | what it does | a backup asks |\n|---|---|---|---|---|\n"


def row(setting: Setting) -> str:
    """Return the row of *setting*."""
    default = line("", setting.default).removeprefix(" = ")
    what = str(setting.help) or str(setting.title)
    return f"| `{setting.name}` | {setting.rule.limit} | `{default}` | {what} | {'yes' if setting.opens else ''} |\n"


def with_table(page: str) -> str:
    """Return *page* with the table of today in place of the one in it."""
    before, _, rest = page.partition(HEAD)
    after = rest[rest.index("\n\n") + 1 :]
    return before + HEAD + "".join(map(row, (*OWN.values(), *declared()))) + after


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")
