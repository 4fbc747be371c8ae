// What the pages show of a match of any family.

import { clockOf, stageWords } from "./clock.js";
import * as coda from "./coda.js";
import { el, fill } from "./draw.js";
import * as passcode from "./passcode.js";
import * as pegs from "./pegs.js";
import { seatSign } from "./seats.js";
import * as together from "./together.js";
import { _, listed, nameOf, ngettext, say } from "./words.js";

// A family without a page of its own is shown by its words.
const plain = {
  render: match => ({element: el("ul", {class: "plain"}, ...tableLines(match)), rows: match.read.length + 1, columns: 12}),
  aside: () => [], mark: () => null, title: match => match.game,
  scores: match => (match.outcome || match.view).scores || match.players.map(() => 0),
};
const FAMILIES = {coda, passcode, pegs, pegs_together: together};

export const familyOf = match => FAMILIES[match.family] || plain;

// Return *match* as a text without its clock: where that is equal, nothing else is drawn again, so that no press and no
// movement is cut off.
export const timeless = match => match ? JSON.stringify({...match, clock: null}) : "";

// Show the clock of *match* in place of the one that is shown.
export function renewClock(match) {
  const old = document.querySelector(".clock"), clock = clockOf(match);
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
export function task(state) {
  const match = state.match;
  if (!match) return _("No match is open. Start one on the box.");
  if (state.status === "over") return endWords(match);
  if (state.status === "box") return _("The box is playing.");
  return say(match, match.asked);
}

function endWords(match) {
  const winners = match.outcome.winners.map(seat => nameOf(match, seat)), best = Math.min(...match.outcome.scores);
  const isByTime = match.family === "pegs_together" && match.outcome.scores.filter(score => score === best).length > 1;
  if (winners.length === 1 && isByTime) return _("{name} has won by less time.", {name: winners[0]});
  if (winners.length === 1) return _("{name} has won.", {name: winners[0]});
  return winners.length ? _("A tie of {names}.", {names: listed(winners)}) : _("The match is over.");
}

const moveWords = (match, words) => words.map(one => say(match, one)).reverse().join(" – ");

// Return who played what last, and what came of it; an empty text before a move.
export const lastWords = match => match.last ? moveWords(match, match.last.words) : "";

let isLogOpen = false;

// Return the moves that everybody saw, the newest first, behind one tap; null before there are any.
export function logElement(match) {
  if (!match || !match.log || !match.log.length) return null;
  const log = el("details", {class: "log"}, el("summary", {"data-name": "log"}, _("What happened")),
    el("ol", {tabindex: 0}, ...match.log.map(({seat, words}) => el("li", {}, seatSign(seat), moveWords(match, words)))));
  log.open = isLogOpen;
  // The event of the toggle comes later, and the page may have been drawn again before.
  log.firstChild.onclick = () => { isLogOpen = !log.open; };
  return log;
}

let heard = "null", isOdd = false;

// Have a screen reader say the last move of *match* once, the newest fact first; words equal to those before are made other ones.
export function hear(match) {
  const last = match && match.last;
  const key = JSON.stringify(last);
  if (key === heard) return;
  heard = key;
  isOdd = !isOdd;
  fill(document.getElementById("live"), ...(last ? last.words : []).map(one => el("p", {}, say(match, one) + (isOdd ? "" : "\u00a0"))));
}

// Return the element that shows it, but for a row, which is marked on the board.
export const lastElement = match => lastWords(match) && !(match.family === "pegs" && match.last.outcome) ? el("p", {class: `last ${match.last.outcome || ""}`}, lastWords(match)) : null;

const tableWords = match => match.read.map(one => say(match, one));

// Return what is on the table, as the lines of a list.
export const tableLines = match => tableWords(match).map(words => el("li", {}, words));

// Return the *score* of the player *name* in words: rows where the fewest win, else points.
const scoreWords = (match, name, score) => match.view.count === "rows_against"
  ? _("{label}: {value}", {label: name, value: ngettext("{count} row", "{count} rows", score)})
  : ngettext("{name} has {points} point.", "{name} has {points} points.", score, {name, points: score});

// Return the sentences that tell all of *state* without a picture.
export function told(state, family) {
  const match = state.match;
  if (!match) return [task(state)];
  const scores = family.scores(match);
  // The newest row is among the sentences of a peg game.
  return [match.family === "pegs" ? "" : lastWords(match), ...tableWords(match), stageWords(match.clock),
    ...scores.map((score, seat) => scoreWords(match, nameOf(match, seat), score)), task(state)];
}

// Return the list of the players with their scores; the one to move is marked.
export function scoreList(match, family) {
  const scores = family.scores(match), winners = match.outcome ? match.outcome.winners : [];
  return el("ol", {class: "scores"}, ...match.players.map((_name, seat) => {
    const rgb = family.mark(match, seat), kind = winners.includes(seat) ? "winner" : match.seats_to_move.includes(seat) ? "turn" : null;
    const mark = el("span", {class: "mark"});
    if (rgb) mark.style.background = `rgb(${rgb.join()})`;
    return el("li", {class: kind}, seatSign(seat), mark, el("span", {class: "name"}, nameOf(match, seat)), el("b", {}, String(scores[seat])),
      family.reached ? el("small", {}, family.reached(match, seat)) : null);
  }));
}

// Return the result of a match that is over as texts to send on: the players with what they have, then its rounds.
export function sharedTexts(match, family) {
  const scores = family.scores(match), {winners} = match.outcome;
  const lines = match.players.map((_name, seat) => [winners.includes(seat) ? "🏆 " : "", nameOf(match, seat), " ", scores[seat],
    family.reached ? `, ${family.reached(match, seat)}` : ""].join(""));
  return [[`Codemaker ${family.title(match)}`, ...lines].join("\n"), ...(family.shared ? family.shared(match) : [])];
}
