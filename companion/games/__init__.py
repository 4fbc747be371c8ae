"""The rules of the games, as pure functions and values that the session uses."""
