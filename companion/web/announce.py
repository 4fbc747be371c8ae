"""Tells a game of the same user at which addresses the pages are, whenever it starts or asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from companion.link.inotify import FolderWatch
from companion.web.network import REQUEST_NAME, TABLE_NAME, take_request, tell

log = logging.getLogger(__name__)


class Announcer:
    """Tells the game in *folder* the *addresses* from now until ``close``; the kernel says when, so nothing polls."""

    def __init__(self, folder: Path, addresses: Callable[[], list[str]]) -> None:
        self._folder = folder
        self._addresses = addresses
        self._watch: FolderWatch | None = None
        try:
            self._watch = FolderWatch(folder)
        except OSError as failure:
            log.info("a game that starts later will not know the addresses: %r", failure)
        else:
            asyncio.get_running_loop().add_reader(self._watch, self._look)
        take_request(folder)
        tell(folder, addresses())

    def _look(self) -> None:
        if self._watch is None:
            return
        names = self._watch.changes().names
        if REQUEST_NAME in names and (word := take_request(self._folder)) is not None:
            # A hotspot is for the box, which has no other network.
            tell(self._folder, self._addresses(), failure="no-hotspot" if word == "hotspot" else None)
        elif TABLE_NAME in names:
            tell(self._folder, self._addresses())

    def close(self) -> None:
        """Tell nothing more."""
        if self._watch is not None:
            asyncio.get_running_loop().remove_reader(self._watch)
            self._watch.close()
