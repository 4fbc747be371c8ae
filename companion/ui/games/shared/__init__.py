"""What the screens of several families share: the table of families, digits that are drawn, and points."""
