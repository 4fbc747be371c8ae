"""The rules of the games, as pure functions and values; the session calls them and they call nothing outside."""
