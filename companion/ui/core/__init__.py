"""What all screens are made of: the app that shows them, pages and their elements, menus and notices."""
