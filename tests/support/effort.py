"""How much random tests try: a few seeds in every run, many in ``make test SLOW=1``."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

slow = pytest.mark.slow


def seeds(few: int, many: int) -> list[ParameterSet]:
    """Return the seeds below *many*; those from *few* on are for slow runs alone."""
    return [pytest.param(seed, marks=slow if seed >= few else ()) for seed in range(many)]
