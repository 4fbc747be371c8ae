"""The screens of the peg games."""
