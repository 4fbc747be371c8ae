"""Dice, a coin and the choice of a starting player: model, roller, ledger and tests of fairness."""
