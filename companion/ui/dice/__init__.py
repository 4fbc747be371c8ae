"""Dice on the display: choosing and rolling them, and looking back at rolls."""

from companion.ui.dice.choosing import DiceMenu, roll_dice

__all__ = ["DiceMenu", "roll_dice"]
