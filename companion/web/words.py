"""The texts of the pages, which are translated by the catalogues of the box."""

WORDS: tuple[str, ...] = ()
