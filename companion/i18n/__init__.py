"""The gettext catalogues, the translator, and ``build``, which updates the catalogues.

A language is one folder with a catalogue. English has none, because the message ids are the English texts.
"""

SOURCE_LANGUAGE = "en"
AUTO = "auto"
"""The setting that takes the language from the environment."""
