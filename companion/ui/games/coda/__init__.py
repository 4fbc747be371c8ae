"""The screens of Coda."""
