"""What there is on a box of the tests."""

from __future__ import annotations

from typing import Any

from companion.ui.core.context import AppContext


def install(context: AppContext, **parts: Any) -> None:
    """Give the box of *context* other *parts* of its installation."""
    context.installation = context.installation._replace(**parts)
