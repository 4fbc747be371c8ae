"""How the books are made; nothing here is imported while one plays."""
