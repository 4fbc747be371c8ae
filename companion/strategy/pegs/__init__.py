"""Strategy of the peg games: the codes still possible, the best row, and a coach's hints; pure functions."""
