"""Dice on the display: choosing them, watching them fall, and looking back at them."""

from companion.ui.dice.choosing import DiceMenu, roll_dice

__all__ = ["DiceMenu", "roll_dice"]
