"""The commands that say what is proved: ``check`` for a record, ``verify`` for a revealed code.

Each returns the exit status: 0 for yes, 1 for a record or a seal that is wrong, or that proves too little. Input that
cannot be read at all raises an error, and the status is 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import TextIO

from companion.cli.games import text_of
from companion.errors import TextUnreadable
from companion.match.catalogue import Catalogue, UnknownGame
from companion.match.record import GOES_ON, CheckedRecord, RecordRefused, check_record, read_record, split_records
from companion.match.seal import Seal, fingerprint, read_seal_line
from companion.match.streak import UNSET, is_likely
from companion.match.typed_seals import TypedText, typed_line, typed_seal


def check(catalogue: Catalogue, name: str, seals: Sequence[str], is_strict: bool, out: TextIO, errors: TextIO) -> int:
    """Replay the records in the file *name*, ``-`` for standard input; print their results and what they prove.

    *seals* are those that somebody noted at the table, for a file with one record. Returns 1 if a record is wrong, and
    with *is_strict* also if a code of a match is not proved by a seal. Raises ``TextUnreadable`` if the file or a seal
    cannot be read.
    """
    noted = [typed_seal(text) for text in seals]
    records = split_records(text_of(name))
    if len(records) == 1:
        return _check(catalogue, name, records[0], noted, is_strict, out, errors)
    if noted:
        raise TextUnreadable(f"expected one record to compare the seals with, got {len(records)}")
    status = 0
    for number, text in enumerate(records, 1):
        print(f"record {number}", file=out)
        status |= _check(catalogue, f"{name}: record {number}", text, noted, is_strict, out, errors)
    return status


def _check(
    catalogue: Catalogue,
    name: str,
    text: str,
    noted: Sequence[TypedText],
    is_strict: bool,
    out: TextIO,
    errors: TextIO,
) -> int:
    try:
        record = _check_record(catalogue, text)
    except RecordRefused as refused:
        print(f"false: {name}: {refused}", file=errors)
        return 1
    print("the match goes on" if record.result == GOES_ON else record.result, file=out)
    shown = [f"{number} {seal}" for number, seal in enumerate(record.seals, 1) if seal]
    if shown:
        print(f"seals to compare: {', '.join(shown)}", file=out)
    for typed in noted:
        if not any(seal and typed.fits(seal) for seal in record.seals):
            print(f"noted, but not in this record: {typed.text}", file=out)
    lacks = [*_lacks(record, noted)]
    doubts = lacks if noted else [*lacks, "no noted seal was given to compare"]
    print(f"valid, not proved: {'; '.join(doubts)}" if doubts else "valid", file=out)
    return int(is_strict and bool(lacks))


def _check_record(catalogue: Catalogue, text: str) -> CheckedRecord:
    record = read_record(text)
    try:
        game = catalogue[record.header.game]
    except UnknownGame as error:
        raise RecordRefused(record.line("Game"), str(error)) from error
    return check_record(record, game)


def _lacks(record: CheckedRecord, noted: Sequence[TypedText]) -> Iterator[str]:
    """Yield what keeps *record* from proving its codes, beside the lack of seals that were noted."""
    if record.result == GOES_ON:
        yield "the match goes on"
    if not record.seals:
        yield "the box kept no code"
    for numbers, lack in ((record.closed, "not opened"), (record.unsealed, "not sealed")):
        if numbers:
            yield f"{_codes_phrase(numbers)} {lack}"
    if noted:
        unknown = [
            number
            for number, seal in enumerate(record.seals, 1)
            if seal and not any(typed.fits(seal) for typed in noted)
        ]
        if unknown:
            yield f"{'the seal' if len(unknown) == 1 else 'the seals'} of {_codes_phrase(unknown)} not noted"


def _codes_phrase(numbers: Sequence[int]) -> str:
    """Return what the codes with these numbers are called.

    >>> _codes_phrase((2,)), _codes_phrase((1, 2, 5))
    ('code 2 was', 'codes 1, 2, 5 were')
    """
    words = ", ".join(map(str, numbers))
    return f"code {words} was" if len(numbers) == 1 else f"codes {words} were"


def verify(catalogue: Catalogue, text: str, shown: str | None, out: TextIO, errors: TextIO) -> int:
    """Print whether the seal line *text* matches the seal that the box showed; without one, print the line's own.

    Raises ``TextUnreadable`` for what cannot be a line or a seal, and ``UnknownGame`` for an unknown edition.
    """
    line = typed_line(text, catalogue)
    first, *others = islice(line.readings(), 2)
    if shown is None:
        if others and not line.is_sure:
            raise TextUnreadable(
                f"expected the seal too, because {line.differences(first)[0]} is not the only reading"
            )
        _print_readings(line, first, out)
        print(fingerprint(first), file=out)
        return 0
    seal = typed_seal(shown)
    fitting = next((reading for reading in line.readings() if seal.fits(fingerprint(reading))), None)
    if fitting is not None:
        _print_readings(line, fitting, out)
        _print_readings(seal, fingerprint(fitting).replace("-", ""), out)
        print(_genuine(read_seal_line(fitting)), file=out)
        return 0
    if not (line.is_sure and seal.is_sure):
        doubts = ", ".join(line.differences(first) + seal.differences(next(seal.readings())))
        raise TextUnreadable(f"expected a line that fits the seal, got none, also with {doubts}: compare every letter")
    _print_readings(line, first, errors)
    expected = f"expected the seal {fingerprint(first)} for this line, got {seal.text}"
    print(f"NOT the code that was sealed: {expected}", file=errors)
    return 1


def _print_readings(typed: TypedText, reading: str, out: TextIO) -> None:
    for difference in typed.differences(reading):
        print(f"read {difference}", file=out)


def _genuine(seal: Seal) -> str:
    words = f"genuine: {seal.edition}, code {seal.secret}"
    if not seal.begun:
        return words
    maker = "drawn by the box" if seal.is_drawn else "entered by a player"
    begun = f"{seal.begun.replace('T', ' ')} UTC" if is_likely(seal.begun, datetime.now(UTC).isoformat()) else UNSET
    return f"{words}, {maker}, number {seal.number} of the match begun {begun}"
