"""A match in play, for every game: session, driver, archive, record and seal."""
