"""What the box shows and how its buttons are understood."""
