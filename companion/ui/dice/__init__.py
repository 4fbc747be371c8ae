"""Dice on the display: choosing and rolling them, and looking back at rolls."""

from companion.ui.dice.screens import DiceMenu, roll_dice, throw_value

__all__ = ["DiceMenu", "roll_dice", "throw_value"]
