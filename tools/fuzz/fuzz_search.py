"""Search longer than the tests do: ``make fuzz SECONDS=600 ONLY=record``.

What breaks a reader is kept in its corpus.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from random import Random

from tools.fuzz.fuzz_mutations import add, corpus, mutated
from tools.fuzz.fuzz_targets import TARGETS, Target


def search(target: Target, seconds: float, draw: Random) -> bool:
    """Run *target* for *seconds* of processor time, or until something breaks it; returns whether nothing did."""
    seeds, slowest, cases = list(corpus(target.name).values()), 0.0, 0
    until = time.process_time() + seconds
    for cases, data in enumerate(mutated(seeds, draw), 1):
        before = time.process_time()
        try:
            target.run(data)
        except Exception:  # noqa: BLE001 - any exception is what is searched for
            traceback.print_exc()
            print(f"{target.name}: broken by case {cases:,}, kept as {add(target.name, data)}")
            return False
        after = time.process_time()
        slowest = max(slowest, after - before)
        if after >= until:
            break
    print(f"{target.name}: {cases:,} cases, the slowest took {slowest:.2f} s", flush=True)
    return True


def main() -> int:
    """Search for as long as the command line says; returns 1 where something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, help="of processor time for each target")
    parser.add_argument("only", nargs="*", help="names of targets; all where there is none")
    given = parser.parse_args()
    chosen = [target for target in TARGETS if not given.only or target.name in given.only]
    sound = [search(target, given.seconds, Random()) for target in chosen]
    return int(not all(sound))


if __name__ == "__main__":
    sys.exit(main())
