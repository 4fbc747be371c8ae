"""The sheets of the bitmap fonts; ``README.md`` names their source."""
