"""The sheets of the bitmap fonts; ``README.md`` says where they come from."""
