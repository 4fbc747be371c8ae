"""The user interface: screens, their elements, and the handling of buttons."""
