"""What a hall may see of an event: its rounds, all tables, the standings, and boards of rounds that are over."""

from __future__ import annotations

from companion.club.address import is_key
from companion.club.keys import opened
from companion.club.messages import (
    EventNews,
    ShownTable,
    Standings,
    TableBoard,
    TableBoards,
    TableOnline,
    Topics,
    decode,
)
from companion.errors import TextUnreadable
from companion.match.thinking import digits_of

Fields = dict[str, object]


class Hall:
    """The event with the key *event*, as a page shows it: ``everything``, and what ``take`` returns, are for it."""

    def __init__(self, event: str) -> None:
        self._topics = Topics(event)
        self._news: EventNews | None = None
        self._standings: Standings | None = None
        self._tables: dict[str, ShownTable] = {}
        self._online: dict[str, TableOnline] = {}
        self._boards: dict[str, TableBoards] = {}

    @property
    def subscriptions(self) -> list[str]:
        """The topics of what a hall may see."""
        topics = self._topics
        return [
            topics.news,
            topics.standings,
            topics.board("+"),
            topics.of_table("+", "state"),
            topics.of_table("+", "online"),
        ]

    def take(self, topic: str, payload: bytes) -> Fields:
        """Take a message; return what has changed. Raises ``TextUnreadable`` for one in no such form."""
        if topic == self._topics.news:
            self._news = decode(EventNews, payload)
            return self._told_news()
        if topic == self._topics.standings:
            self._standings = decode(Standings, payload)
            return self._told_standings()
        if topic.startswith(self._topics.board("")):
            boards = decode(TableBoards, payload)
            if not is_key(boards.table) or topic != self._topics.board(boards.table):
                raise TextUnreadable("expected the boards of the table that the topic names, got others")
            self._boards[boards.table] = boards
            return {"boards": {boards.table: len(boards.boards)}}
        found = self._topics.table_of(topic)
        if found is None or found[1] not in ("state", "online"):
            return {}
        table, said = found[0], opened(topic, payload)[0]
        if found[1] == "online":
            self._online[table] = decode(TableOnline, said)
        else:
            shown, before = decode(ShownTable, said), self._tables.get(table)
            if before is not None and (before.boot, before.count) >= (shown.boot, shown.count):
                # An old message, or one that came twice.
                return {}
            self._tables[table] = shown
        return {"tables": {table: self._told(table)}} if table in self._tables else {}

    def everything(self) -> Fields:
        """Return all that is known."""
        tables = {table: self._told(table) for table in self._tables}
        boards = {table: len(told.boards) for table, told in self._boards.items()}
        return {**self._told_news(), **self._told_standings(), "tables": tables, "boards": boards}

    def boards(self, table: str) -> list[Fields]:
        """Return the boards of *table*, each with the title of its round, for its colours and its rows."""
        told, news = self._boards.get(table), self._news
        titles = {} if news is None else {one.number: one.title for one in news.rounds}
        return [
            {
                "title": titles.get(board.round, ""),
                "number": board.round,
                "colours": dict(board.colours),
                "letters": {language: _by_letter(board, own) for language, own in board.letters},
                "rows": [[one.row, one.black, one.white] for one in board.rows],
            }
            for board in ([] if told is None else told.boards)
        ]

    def _told_news(self) -> Fields:
        news = self._news
        if news is None:
            return {}
        rounds = [{"number": one.number, "title": one.title, "status": one.status} for one in news.rounds]
        return {"title": news.title, "status": news.status, "rounds": rounds}

    def _told_standings(self) -> Fields:
        if self._standings is None:
            return {}
        found = self._standings.lines
        lines = {line.table: [line.place, line.solved, line.rows, digits_of(line.seconds)] for line in found}
        return {"standings": lines, "final": self._standings.is_final}

    def _told(self, table: str) -> list[object]:
        """Return the round in play, its rows, how many rounds are over, and whether the table is connected."""
        shown, online = self._tables[table], self._online.get(table)
        is_gone = online is not None and online.instance == shown.instance and not online.is_online
        return [shown.round, shown.rows, len(shown.done), not is_gone]


def _by_letter(board: TableBoard, own: str) -> dict[str, str]:
    """Return the letters of a language by those of the rows; a board in another form may have fewer."""
    return {letter: said for (letter, _), said in zip(board.colours, own, strict=False)}
