"""Codemaker: a companion for code-breaking board games."""
