"""The screens of each family of games: how it looks and is played with a few buttons."""
