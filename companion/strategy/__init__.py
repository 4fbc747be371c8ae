"""Strategy: the codes and panels that are still possible, and the best move; pure functions of a player's view."""
