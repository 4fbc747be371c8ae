"""What is printed: cases for the box, the body of the tray."""
