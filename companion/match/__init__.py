"""One match in play, for every game: session, log of moves, record, seal."""
