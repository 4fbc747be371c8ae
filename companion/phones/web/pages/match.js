// What the pages show of a match of any family.

import * as coda from "./coda.js";
import { el } from "./draw.js";
import { moveWords } from "./moves.js";
import * as passcode from "./passcode.js";
import * as pegs from "./pegs.js";
import { seatSign } from "./seats.js";
import { _, listed, nameOf, ngettext } from "./words.js";

const FAMILIES = {coda, passcode, pegs};

// Return the module of the family of *match*; undefined for one of a newer game.
export const familyOf = match => FAMILIES[match.family];

// Return *match* as a text without its clock: where that is equal, nothing else is drawn again, so that no press and no
// movement is cut off.
export const timeless = match => match ? JSON.stringify({...match, clock: null}) : "";

// Show the clock of *match* in place of the one that is shown.
export function renewClock(match, family) {
  const old = document.querySelector(".clock"), clock = family.clock && family.clock(match);
  if (old && clock) old.replaceWith(clock);
}

// Return an element with the board of *match*, as large as there is room for; *own* is the seat of the reader, if any.
export function board(match, family, own = null) {
  const {element, rows, columns} = family.render(match, own);
  element.classList.add("board");
  element.style.setProperty("--rows", rows);
  element.style.setProperty("--columns", columns);
  return element;
}

// Return the sentence that says what the match waits for.
export function task(state, family) {
  const match = state.match;
  if (!match) return _("No match is open. Start one on the box.");
  if (state.status === "over") return endWords(match);
  if (state.status === "box") return _("The box is playing.");
  const name = nameOf(match, match.to_move);
  return state.status === "prompt" ? _("{name} goes on: OK on the box, or on a phone.", {name}) : family.task(match);
}

function endWords(match) {
  const winners = match.outcome.winners.map(seat => nameOf(match, seat));
  if (winners.length === 1) return _("{name} has won.", {name: winners[0]});
  return winners.length ? _("A tie of {names}.", {names: listed(winners)}) : _("The match is over.");
}

const OUTCOMES = {right: () => _("Right."), wrong: () => _("Wrong.")};

// Return who played what last, and what came of it; an empty text before a move.
export function lastWords(match) {
  const {last} = match;
  if (!last) return "";
  const outcome = last.outcome && (OUTCOMES[last.outcome] || (() => moveWords(last.outcome, match)))();
  const what = last.text === "code" ? _("has hidden a code") : [moveWords(last.text, match), outcome].filter(Boolean).join(" – ");
  return _("{name}: {what}", {name: nameOf(match, last.seat), what});
}

// Return the element that shows it, but for a row, which is marked on the board.
export const lastElement = match => lastWords(match) && !(match.family === "pegs" && match.last.outcome) ? el("p", {class: `last ${match.last.outcome || ""}`}, lastWords(match)) : null;

// Return the sentences that tell all of *state* without a picture.
export function told(state, family) {
  const match = state.match;
  if (!match) return [task(state)];
  const scores = family.scores(match);
  // The newest row is among the sentences of a peg game.
  return [match.family === "pegs" ? "" : lastWords(match), ...family.sentences(match), ...scores.map((points, seat) =>
    ngettext("{name} has {points} point.", "{name} has {points} points.", points, {name: nameOf(match, seat), points})), task(state, family)];
}

// Return the list of the players with their scores; the one to move is marked.
export function scoreList(match, family) {
  const scores = family.scores(match), winners = match.outcome ? match.outcome.winners : [];
  return el("ol", {class: "scores"}, ...match.players.map((_name, seat) => {
    const rgb = family.mark(match, seat), kind = winners.includes(seat) ? "winner" : seat === match.to_move ? "turn" : null;
    const mark = el("span", {class: "mark"});
    if (rgb) mark.style.background = `rgb(${rgb.join()})`;
    return el("li", {class: kind}, seatSign(seat), mark, el("span", {class: "name"}, nameOf(match, seat)), el("b", {}, String(scores[seat])));
  }));
}
