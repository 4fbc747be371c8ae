"""Dice for any table: model, roller, ledger and tests of fairness."""
