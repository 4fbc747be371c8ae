"""Which of several holders of places gives way to a newcomer, so that no client can keep the others out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Claimant(NamedTuple):
    """Who holds a place: places are shared out between groups first, and then between the members of each group.

    A group is a network with its addresses, or a user with the processes of that user.
    """

    group: str
    member: str


def makes_room(holders: Mapping[T, Claimant], newcomer: Claimant) -> T | None:
    """Return which of *holders*, in the order in which they came, gives its place to a further one of *newcomer*.

    It is the first one of the group that has the most places, or else of the member that has the most of the
    newcomer's own group. None where that one would then have fewer places than the newcomer.

    >>> lamp, phone = Claimant("a", "a"), Claimant("b", "b")
    >>> makes_room({1: lamp, 2: lamp, 3: phone}, Claimant("c", "c")), makes_room({1: lamp, 3: phone}, phone)
    (1, None)
    """
    own_group = {one: client for one, client in holders.items() if client.group == newcomer.group}
    for those, part in ((holders, 0), (own_group, 1)):
        places = Counter(client[part] for client in those.values())
        for crowd, count in places.most_common(1):
            if count > places[newcomer[part]] + 1:
                return next(one for one, client in those.items() if client[part] == crowd)
    return None
