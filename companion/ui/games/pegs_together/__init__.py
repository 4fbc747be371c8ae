"""Screens of the peg games in which all players break the same code at the same time."""
