"""The inner loops of the search, compiled by numba: answers, one-step estimates, and the search of small sets.

Answers are numbers from 0 to 31. A cost is the number of rows summed over all codes of a set, the final right row
included. Estimates are costs times SCALE, as integers, so that every machine computes the same sums.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Ints: TypeAlias = NDArray[np.int32]
Keys: TypeAlias = NDArray[np.uint64]

SCALE = 64
FAIL = 1 << 30
"""A cost above every limit."""

FREE = 64
"""The value of *left*, the number of rows left, where there is no limit."""

ANSWERS = 32
BLOCK = 2048
"""The number of guesses processed at once: their results fit into the first-level cache."""

MARGIN = 5
"""A guess is considered if it has at most this many answer classes fewer than the best."""


class View(NamedTuple):
    """A set of codes with the guesses worth considering for it."""

    answers: Bytes
    """By [code, guess]: the number of the answer."""
    own: Ints
    """By code: the index of the guess that equals it."""
    keys: Keys
    """By code: a random number; the key of a set in the memory is computed from the sum."""
    numbers: Ints
    """By guess: its number among all guesses."""
    right: int
    """The number of the answer to the right code."""


class Width(NamedTuple):
    """The widths of a search."""

    level: int
    """Part of the keys in the memory: results of a narrow search are not valid for a wide one."""
    beams: Ints
    """By size of a set: the number of guesses tried."""
    margins: Ints
    """By size of a set: how many answer classes fewer than the best a guess may have."""
    value: Ints
    """By size of a set: its estimated cost times SCALE."""


class SolvedSets(NamedTuple):
    """The memory of solved sets, a hash table by key; a cost -c below 0 means that the set costs at least c."""

    keys: Keys
    costs: Ints
    guesses: Ints


@njit
def answer_table(codes: Bytes, guesses: Bytes, values: int, numbers: Bytes) -> Bytes:
    """Return the answers by [code, guess]; *numbers* gives an answer's number by [blacks, blacks + whites]."""
    size, width, pegs = codes.shape[0], guesses.shape[0], codes.shape[1]
    table = np.empty((size, width), np.uint8)
    counts = np.zeros((values, width), np.uint8)
    for g in range(width):
        for p in range(pegs):
            counts[guesses[g, p], g] += 1
    places = guesses.T.copy()
    blacks, total = np.empty(width, np.uint8), np.empty(width, np.uint8)
    for c in range(size):
        blacks[:] = 0
        total[:] = 0
        for p in range(pegs):
            for g in range(width):
                blacks[g] += np.uint8(places[p, g] == codes[c, p])
        for v in range(values):
            held = np.uint8((codes[c] == v).sum())
            if held:
                for g in range(width):
                    total[g] += min(held, counts[v, g])
        for g in range(width):
            table[c, g] = numbers[blacks[g], total[g]]
    return table


@njit
def gather(table: Bytes, codes: Ints, guesses: Ints) -> Bytes:
    """Return the answers of *codes* to *guesses* as a contiguous array."""
    out = np.empty((codes.shape[0], guesses.shape[0]), np.uint8)
    for i in range(codes.shape[0]):
        row = table[codes[i]]
        for j in range(guesses.shape[0]):
            out[i, j] = row[guesses[j]]
    return out


@njit
def estimates(table: Bytes, codes: Ints, wanted: NDArray[np.bool_], value: Ints, right: int) -> NDArray[np.int64]:
    """Return, by guess, the estimate for the set *codes*; FAIL * SCALE for a guess that is not *wanted*."""
    size, width, block = codes.shape[0], table.shape[1], 256
    out = np.full(width, np.int64(FAIL) * SCALE)
    classes = np.empty((block, ANSWERS), np.int32)
    for start in range(0, width, block):
        stop = min(width, start + block)
        if not wanted[start:stop].any():
            continue
        classes[:] = 0
        for i in range(size):
            row = table[codes[i], start:stop]
            for j in range(stop - start):
                classes[j, row[j]] += 1
        for j in range(stop - start):
            if wanted[start + j]:
                estimate = np.int64(size) * SCALE
                for a in range(ANSWERS):
                    if a != right:
                        estimate += value[classes[j, a]]
                out[start + j] = estimate
    return out


@njit
def floors(view: View, codes: Ints) -> Ints:
    """Return, by guess, a lower bound of its cost: each class of s codes costs at least 2s - 1."""
    size, width = codes.shape[0], view.answers.shape[1]
    out = np.empty(width, np.int32)
    seen = np.empty(BLOCK, np.uint32)
    for start in range(0, width, BLOCK):
        stop = min(width, start + BLOCK)
        seen[:] = 0
        for i in range(size):
            row = view.answers[codes[i], start:stop]
            for j in range(stop - start):
                seen[j] |= np.uint32(1) << np.uint32(row[j])
        part = out[start:stop]
        for j in range(stop - start):
            # Counts the bits of a word in pairs, fours and eights; a loop over the bits would not be vectorised.
            bits = seen[j]
            bits = bits - ((bits >> np.uint32(1)) & np.uint32(0x55555555))
            bits = (bits & np.uint32(0x33333333)) + ((bits >> np.uint32(2)) & np.uint32(0x33333333))
            bits = (bits + (bits >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
            part[j] = 3 * size - np.int32(((bits * np.uint32(0x01010101)) >> np.uint32(24)) & np.uint32(63))
    for i in range(size):
        out[view.own[codes[i]]] -= 1
    return out


@njit
def split(view: View, codes: Ints, guess: int) -> tuple[Ints, Ints]:
    """Return *codes* sorted by their answer to *guess*, and the index at which each answer begins."""
    begins = np.zeros(ANSWERS + 1, np.int32)
    for i in range(codes.shape[0]):
        begins[view.answers[codes[i], guess] + 1] += 1
    for a in range(ANSWERS):
        begins[a + 1] += begins[a]
    free = begins.copy()
    members = np.empty_like(codes)
    for i in range(codes.shape[0]):
        a = view.answers[codes[i], guess]
        members[free[a]] = codes[i]
        free[a] += 1
    return members, begins


@njit
def weigh(answers: Bytes, codes: Ints, guess: int, right: int, value: Ints, counts: Ints) -> int:
    """Return the estimate for *guess*; FAIL where all codes give the same answer. Overwrites *counts*."""
    counts[:] = 0
    for i in range(codes.shape[0]):
        counts[answers[codes[i], guess]] += 1
    estimate = codes.shape[0] * SCALE - value[counts[right]]
    for a in range(ANSWERS):
        if counts[a] == codes.shape[0]:
            return FAIL
        estimate += value[counts[a]]
    return estimate


@njit
def likeness(answers: Bytes, keys: Keys, codes: Ints, guess: int, right: int, sums: Keys) -> np.uint64:
    """Return a number that is equal for guesses that split *codes* alike and solve the same code, or none.

    Overwrites *sums*.
    """
    sums[:] = 0
    for i in range(codes.shape[0]):
        sums[answers[codes[i], guess]] += keys[codes[i]]
    alike = sums[right]
    for a in range(ANSWERS):
        alike += sums[a] * sums[a]
    return alike


@njit
def shortlist(view: View, codes: Ints, least: Ints, width: Width) -> Ints:
    """Return the guesses to try, the best estimate first; only one of the guesses that split *codes* alike."""
    answers, keys, right, value = view.answers, view.keys, view.right, width.value
    beam, limit = width.beams[codes.shape[0]], least.min() + width.margins[codes.shape[0]]
    guesses, costs = np.empty(beam, np.int32), np.empty(beam, np.int32)
    likes = np.empty(beam, np.uint64)
    counts, sums = np.empty(ANSWERS, np.int32), np.empty(ANSWERS, np.uint64)
    kept = 0
    for g in range(least.shape[0]):
        if least[g] > limit:
            continue
        estimate = weigh(answers, codes, g, right, value, counts)
        if estimate >= FAIL or (kept == beam and estimate >= costs[kept - 1]):
            continue
        alike = likeness(answers, keys, codes, g, right, sums)
        known = False
        for k in range(kept):
            known |= likes[k] == alike
        if known:
            continue
        kept = min(kept + 1, beam)
        at = kept - 1
        while at > 0 and costs[at - 1] > estimate:
            guesses[at], costs[at], likes[at] = guesses[at - 1], costs[at - 1], likes[at - 1]
            at -= 1
        guesses[at], costs[at], likes[at] = g, estimate, alike
    return guesses[:kept]


@njit
def telling(view: View, codes: Ints) -> tuple[int, int]:
    """Return the guess, one of *codes*, that divides them into the most classes, and the number of classes."""
    best, most = -1, 0
    for j in range(codes.shape[0]):
        seen = np.uint32(0)
        for i in range(codes.shape[0]):
            seen |= np.uint32(1) << np.uint32(view.answers[codes[i], view.own[codes[j]]])
        classes = 0
        while seen:
            seen &= seen - np.uint32(1)
            classes += 1
        if classes > most:
            best, most = view.own[codes[j]], classes
    return best, most


@njit
def key_of(keys: Keys, left: int, level: int) -> np.uint64:
    """Return the key in the memory for the set of the codes with *keys*, *left* rows and search *level*."""
    key = np.uint64(left * 2 + level + 1) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(keys.shape[0]):
        key += keys[i]
    return key


@njit
def slot(memory: SolvedSets, key: np.uint64) -> int:
    """Return the index of *key* in the memory, or else the index at which to store it."""
    size = memory.keys.shape[0]
    first = np.int64(key & np.uint64(size - 1))
    for step in range(4):
        at = (first + step) & (size - 1)
        if memory.keys[at] == key or memory.keys[at] == 0:
            return at
    return first


@njit
def found(memory: SolvedSets, key: np.uint64, limit: int) -> int:
    """Return the known cost of the set with *key*, FAIL if it is more than *limit*, 0 if it is not known."""
    at = slot(memory, key)
    if memory.keys[at] != key:
        return 0
    cost = memory.costs[at]
    if cost > 0:
        return cost if cost <= limit else FAIL
    return FAIL if -cost > limit else 0


@njit
def note(memory: SolvedSets, key: np.uint64, cost: int, guess: int) -> None:
    """Store the cost and the guess of the set with *key*; a cost below 0 has no guess."""
    at = slot(memory, key)
    memory.keys[at] = key
    memory.costs[at] = cost
    memory.guesses[at] = guess if cost > 0 else -1


@njit
def by_size(begins: Ints, right: int) -> Ints:
    """Return the answers that occur, except that of the right code, the largest class first."""
    order = np.empty(ANSWERS, np.int32)
    many = 0
    for a in range(ANSWERS):
        size = begins[a + 1] - begins[a]
        if size == 0 or a == right:
            continue
        at = many
        while at > 0 and begins[order[at - 1] + 1] - begins[order[at - 1]] < size:
            order[at] = order[at - 1]
            at -= 1
        order[at] = a
        many += 1
    return order[:many]


@njit
def after(left: int) -> int:
    """Return the number of rows left after one more row."""
    return left - 1 if left < FREE else FREE


@njit
def search(view: View, codes: Ints, limit: int, left: int, width: Width, memory: SolvedSets) -> int:
    """Return the cost of the set *codes*; FAIL where it is more than *limit* or needs more than *left* rows.

    A set of n codes costs at least 2n - 1: a guess from the set that tells all of them apart costs that. The next
    best cost, 2n, is that of a guess from the set that leaves n - 1 classes, or of another guess that tells all of
    them apart. Other guesses are tried only where the set itself has no such guess.
    """
    size = codes.shape[0]
    if 2 * size - 1 > limit or left < min(size, 2):
        return FAIL
    if size <= 2:
        return 2 * size - 1
    key = key_of(view.keys[codes], left, width.level)
    known = found(memory, key, limit)
    if known:
        return known
    best, chosen = FAIL, -1
    guess, classes = telling(view, codes)
    if classes == size or (classes == size - 1 and left > 2):
        best, chosen = 3 * size - 1 - classes, guess
    elif 2 * size <= limit:
        least = floors(view, codes)
        bound = limit
        for g in shortlist(view, codes, least, width):
            total = least[g]
            members, begins = split(view, codes, g)
            for a in by_size(begins, view.right):
                part = members[begins[a] : begins[a + 1]].copy()
                total -= 2 * part.shape[0] - 1
                total += search(view, part, bound - total, after(left), width, memory)
            if total <= bound:
                best, chosen, bound = total, g, total - 1
            if best <= 2 * size:
                break
    note(memory, key, best if chosen >= 0 else -(limit + 1), view.numbers[chosen])
    return best if best <= limit else FAIL


@njit
def recall(keys: Keys, left: int, level: int, memory: SolvedSets) -> int:
    """Return the guess stored for the set of the codes with *keys*; -1 where there is none."""
    key = key_of(keys, left, level)
    at = slot(memory, key)
    return memory.guesses[at] if memory.keys[at] == key else -1
