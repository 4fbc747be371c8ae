"""A director as a process: ``python -m tests.club.directed FILE SEED`` takes an evening and prints its receipts."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from companion.club.keys import TableKey
from companion.club.messages import Receipts, decode
from tests.club.tables import ROWS, Table, news, prepared, revived


def evening(seed: int, tables: int = 12) -> tuple[list[Table], list[list[tuple[str, bytes]]]]:
    """Return tables, and what they send of three rounds in batches: in a random order, and some of it twice."""
    random = Random(seed)
    played = [Table(f"t{number}", key=TableKey(sha256(b"%d" % number).digest())) for number in range(tables)]
    sent = [table.plays(round_, random.randrange(ROWS + 1)) for table in played for round_ in (1, 2, 3)]
    sent += random.choices(sent, k=len(sent) // 3)
    random.shuffle(sent)
    return played, [sent[place : place + 4] for place in range(0, len(sent), 4)]


def main(path: Path, seed: int) -> None:
    """Open the rounds that are ahead, and take all batches; print each receipt as its topic, round and digest."""
    prepared(path).close()
    director = revived(path)
    for round_ in news(director).rounds:
        if round_.status == "ahead":
            director.open_round(round_.number)
    for batch in evening(seed)[1]:
        for said in director.take(batch):
            if "/receipt/" in said.topic:
                for receipt in decode(Receipts, said.payload).receipts:
                    print(said.topic, receipt.round, receipt.digest, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
