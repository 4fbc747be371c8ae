"""Keeps the catalogues: gathers the message ids from the sources, updates each ``.po``, compiles each ``.mo``.

    python -m tools.catalogues            update and compile, and list what is not translated
    python -m tools.catalogues --check    change nothing; exit 1 if one is wrong, or one of COMPLETE lacks a text
    python -m tools.catalogues --check pt the same, and Portuguese may lack none
    python -m tools.catalogues de         create a catalogue for another language

English has no catalogue: the message ids are the English texts. They are shown where a catalogue has no translation.
"""

from __future__ import annotations

import argparse
import io
import json
import string
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n.javascript import marked
from companion.i18n.translator import IN_EACH, INDEX

PACKAGE = Path(__file__).parents[1] / "companion"
FOLDER = PACKAGE / "i18n"
DOMAIN = "codemaker"
COMPLETE = ("de", "es", "fr", "it", "nl")
"""The languages that may lack no text."""
BUDGETS = Path(__file__).with_name("budgets.json")
"""The most characters for which the screens have room, by text; ``tools/budgets.py`` measures them."""
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "counted": (1, 2), "pgettext": ((1, "c"), 2)}
# A comment with this prefix, on the line above a text, is shown to the translators.
NOTE = "Translators:"


def budget(text: str | Sequence[str] | None, budgets: Mapping[str, int]) -> int | None:
    """Return the most characters of a translation of *text*, or None if no screen limits it."""
    return max((budgets[form] for form in forms(text) if form in budgets), default=None)


def read_budgets() -> dict[str, int]:
    """Return what ``tools/budgets.py`` has measured; nothing before it has."""
    return dict(json.loads(BUDGETS.read_text("utf-8"))) if BUDGETS.exists() else {}


def gather(package: Path = PACKAGE) -> Catalog:
    """Return every message id that is marked in *package*, in the order of its sources, with its budget as a note."""
    template, budgets = Catalog(), read_budgets()
    for path in sorted((*package.rglob("*.py"), *package.rglob("*.js"))):
        place = path.relative_to(package.parent).as_posix()
        if path.suffix == ".js":
            _gather_script(template, path.read_text("utf-8").splitlines(), place)
            continue
        with path.open("rb") as source:
            found = extract("python", source, KEYWORDS, (NOTE,))
            for line, text, comments, context in found:
                template.add(text, locations=[(place, line)], auto_comments=comments, context=context)
    for message in texts(template):
        if (most := budget(message.id, budgets)) is not None:
            message.auto_comments.append(f"At most {most} characters.")
    return template


def _gather_script(template: Catalog, lines: Sequence[str], place: str) -> None:
    for line, text in marked("\n".join(lines)):
        before = lines[line - 2].strip().removeprefix("// ") if line > 1 else ""
        notes = [before] if before.startswith(NOTE) else []
        template.add(text, locations=[(place, line)], auto_comments=notes)


class _Catalogue(Catalog):
    """A catalogue whose header has no dates, names and versions: equal texts give equal files."""

    def __init__(self, language: str) -> None:
        super().__init__(locale=language, header_comment=f"# Texts of {DOMAIN} in the language {language}")
        self.language = language

    def __iter__(self) -> Iterator[Message]:
        header = {
            "Language": self.language,
            "Content-Type": f"text/plain; charset={self.charset}",
            "Plural-Forms": self.plural_forms,
        }
        yield Message("", "".join(f"{name}: {value}\n" for name, value in header.items()))
        yield from (message for message in super().__iter__() if message.id)


def read(po: Path, language: str) -> Catalog:
    """Return the catalogue in *po*, or an empty one if the file does not exist."""
    text = po.read_text("utf-8") if po.exists() else ""
    catalog = _Catalogue(language)
    for message in texts(read_po(io.StringIO(text), locale=language)):
        catalog[message.id] = message
    return catalog


def texts(catalog: Catalog) -> Iterator[Message]:
    """Return the messages of *catalog* in its order, without its header."""
    return (message for message in catalog if message.id)


def update(po: Path, language: str, template: Catalog) -> None:
    """Update *po* to the message ids of *template*: new ids are added without a translation, old ones are removed."""
    catalog = read(po, language)
    catalog.update(template, no_fuzzy_matching=True)
    po.parent.mkdir(parents=True, exist_ok=True)
    with po.open("wb") as file:
        # Without line numbers a catalogue changes only when a text changes.
        write_po(file, catalog, width=100, ignore_obsolete=True, include_lineno=False)


def compiled(po: Path, language: str) -> bytes:
    """Return the ``.mo`` of *po*; the same texts always give the same bytes."""
    catalog = read(po, language)
    for message in list(texts(catalog)):
        if not _is_translated(message):
            catalog.delete(forms(message.id)[0], message.context)
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def forms(text: str | Sequence[str] | None) -> list[str]:
    """Return a message or its translation as a list: the text, or its forms for one and many."""
    return [text] if isinstance(text, str) else list(text or ())


def _is_translated(message: Message) -> bool:
    return all(forms(message.string)) and not message.fuzzy


def _placeholders(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"unreadable"}


def _places_fit(message: Message) -> bool:
    named = [_placeholders(form) for form in forms(message.id)]
    # The singular "one row" may omit the placeholder of the plural "{count} rows".
    least, most = set.intersection(*named), set.union(*named)
    return all(least <= _placeholders(form) <= most for form in forms(message.string))


def untranslated(po: Path, language: str, template: Catalog) -> Iterator[str]:
    """Yield a line for each message of *template* that *po* has without a translation."""
    catalog = read(po, language)
    for message in texts(template):
        known = catalog.get(forms(message.id)[0], message.context)
        if known is not None and not _is_translated(known):
            yield f"{language}: {'fuzzy' if known.fuzzy else 'not translated'}: {message.id!r}"


def problems(po: Path, language: str, template: Catalog) -> Iterator[str]:
    """Yield a line for each problem: a message of *template* that *po* lacks, an unused one, a stale ``.mo``."""
    catalog, budgets = read(po, language), read_budgets()
    for message in texts(template):
        if (known := catalog.get(forms(message.id)[0], message.context)) is None:
            yield f"{language}: not in the catalogue: {message.id!r}"
        elif _is_translated(known) and not _places_fit(known):
            yield f"{language}: other placeholders: {message.id!r} -> {known.string!r}"
        elif (most := budget(message.id, budgets)) is not None and max(map(len, forms(known.string))) > most:
            yield f"{language}: more than {most} characters: {message.id!r} -> {known.string!r}"
    for message in texts(catalog):
        if template.get(forms(message.id)[0], message.context) is None:
            yield f"{language}: no longer in the sources: {message.id!r}"
    mo = po.with_suffix(".mo")
    if not mo.exists() or mo.read_bytes() != compiled(po, language):
        yield f"{language}: stale: {mo.name}"


def index(folder: Path, template: Catalog) -> str:
    """Return the text of ``languages.json``: what is wanted of all catalogues below *folder* at once."""
    said = {}
    for po in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        catalog = read(po, language := po.parents[1].name)
        whole = [each for each in texts(catalog) if _is_translated(each)]
        done = {(forms(each.id)[0], each.context): forms(each.string)[0] for each in whole}
        wanted = {text: done[text, None] for text in IN_EACH if (text, None) in done}
        # Rounded down: 100 is all of them.
        share = 100 * len(done) // max(1, sum(1 for _ in texts(template)))
        said[language] = {"name": done.get(("English", "own name"), language), "share": share, "texts": wanted}
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER, package: Path = PACKAGE) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.catalogues", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 when anything is wrong")
    help_ = "default: all that have a catalogue; with --check, those that must be complete too"
    parser.add_argument("languages", nargs="*", metavar="LANG", help=help_)
    chosen = parser.parse_args(arguments)
    template = gather(package)
    known = sorted(path.name for path in folder.iterdir() if (path / "LC_MESSAGES").is_dir())
    missing, found = list[str](), list[str]()
    for language in (not chosen.check and chosen.languages) or known:
        po = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        if not chosen.check:
            update(po, language, template)
            po.with_suffix(".mo").write_bytes(compiled(po, language))
        if not chosen.check or language in (*COMPLETE, *chosen.languages):
            missing += untranslated(po, language, template)
        found += problems(po, language, template)
    if not chosen.check:
        (folder / INDEX).write_text(index(folder, template), "utf-8")
    elif not (folder / INDEX).exists() or (folder / INDEX).read_text("utf-8") != index(folder, template):
        found.append(f"stale: {INDEX}")
    print("\n".join(missing + found) or "all texts are translated")
    return 1 if chosen.check and missing + found else 0


if __name__ == "__main__":
    sys.exit(main())
