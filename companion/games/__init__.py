"""The games: pure rules, called by the session and calling nobody."""
