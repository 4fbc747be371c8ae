"""Settings, the paths of files, and atomic writing."""
