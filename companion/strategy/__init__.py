"""What is still possible, and what is best to play: pure, out of what a player may know."""
