"""Programs that measure and test the package, and that make what it holds."""
