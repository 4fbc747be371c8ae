"""The commands of ``codemaker``."""
