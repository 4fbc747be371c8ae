"""Settings as data: what the program and each feature declare of every setting.

Its lines of the menu and of ``--help``, its check, its row in ``docs/settings.md`` and the questions of a backup are
made of the declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.config.rules import FLAG, Rule, line, one_of, whole

if TYPE_CHECKING:
    from companion.i18n.translator import Text

_TEXT = line(".{0,100}", "a text of at most 100 plain characters")


class Setting(NamedTuple):
    """A setting: *default* is true or false, a whole number within *limits*, one of *choices*, or a plain text.

    *title* is its line in the menu, where it has one, and *help* one sentence about it. *choices* has the words for
    each value, or returns them. *after* is told to the players who have chosen a value. *option* is its help in
    ``codemaker --help``, where an option sets it for one session. *unit* is ``%``, ``s`` or nothing. *form* is the
    rule of a value of another kind. *opens* says whether it may open or redirect something: a backup then asks for it
    by name. *table* is the key of its feature; that of the program's own settings is empty. *was* is the key by which
    earlier files have it above all tables. *is_listed* is false where a menu of the feature has its line.
    """

    key: str
    default: object
    title: Text = ""
    help: Text = ""
    choices: Mapping[Any, Text] | Callable[[], Mapping[Any, Text]] | None = None
    after: str = ""
    option: str = ""
    limits: range | None = None
    unit: str = ""
    form: Rule[Any] | None = None
    opens: bool = True
    table: str = ""
    was: str = ""
    is_listed: bool = True

    @property
    def name(self) -> str:
        """Its key, behind that of its table."""
        return f"{self.table}.{self.key}" if self.table else self.key

    @property
    def labels(self) -> Mapping[Any, Text]:
        """The words for each of its values; none where these are no choices."""
        return self.choices() if callable(self.choices) else self.choices or {}

    @property
    def rule(self) -> Rule[Any]:
        """The permitted values."""
        if self.form is not None:
            return self.form
        if self.choices is not None:
            return one_of(self.labels)
        if isinstance(self.default, bool):
            return FLAG
        return _TEXT if self.limits is None else whole(self.limits, "a whole number, {} to {}")
