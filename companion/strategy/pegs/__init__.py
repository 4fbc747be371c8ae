"""What is still possible in the peg games, which row is best, and what a coach says; pure."""
