"""The screens of Passcode."""
