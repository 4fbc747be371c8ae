"""The Raspberry Pi: panel, buttons and buzzer."""
