// The board of a peg game.

import { el, hidden, keyPegs, peg, track } from "./draw.js";
import { _, inOwn, nameOf } from "./words.js";

// Return the round to show: the one in play or, until it has its code, the newest that is finished.
export function shownRound(view) {
  const done = view.done[view.done.length - 1] || null;
  return view.round && !(done && (view.phase === "code" || view.phase === "first")) ? view.round : done;
}

// Return the rows that were played, with null in place of those that were lost by time.
const board = ({rows, lost}) => (lost || []).reduce((all, place, number) =>
  [...all.slice(0, place + number), null, ...all.slice(place + number)], rows);

// Return the rows of the board: {rows, columns} is what has to fit, in pegs, and *element* the drawing.
export function render(match) {
  const view = match.view, {edition} = view, shown = shownRound(view), rows = shown ? board(shown) : [];
  const total = Math.max(edition.rows, rows.length), isLong = total > 12;
  const list = el("div", {class: "rows"});
  for (let number = 0; number < total; number++) list.append(rowElement(edition, rows[number], number, rows.length, shown));
  const element = el("div", {class: isLong ? "pegs long" : "pegs"}, list, codeElement(edition, shown));
  // The rows, the code and the room between them; the pegs, the number and the key pegs.
  const columns = edition.pegs + 1 + keyWidth(edition) + 0.3;
  if (isLong) {
    // A wide page has the rows in two halves.
    element.style.setProperty("--folded-rows", Math.ceil(total / 2) + 1.3);
    element.style.setProperty("--folded-columns", 2 * columns);
  }
  return {element, rows: total + 1.3, columns};
}

const keyWidth = edition => Math.ceil(edition.pegs / 2) / 2;

function rowElement(edition, row, number, played, shown) {
  const pegs = Array.from({length: edition.pegs}, (_none, hole) => peg(row ? row.guess[hole] : null, edition));
  const wrong = row && shown.wrong.find(one => one.row === shown.rows.indexOf(row));
  const kind = row ? number === played - 1 ? "row newest" : "row" : number === played && shown && !shown.ending ? "row next" : "row free";
  return el("div", {class: wrong ? kind + " wrong" : kind}, el("span", {class: "number"}, String(number + 1)), ...pegs,
    keyPegs(row ? wrong ? wrong.black : row.black : null, row ? wrong ? wrong.white : row.white : null, edition));
}

function codeElement(edition, shown) {
  const code = shown && shown.code;
  const pegs = Array.from({length: edition.pegs}, (_none, hole) => code ? peg(code[hole], edition) : hidden());
  return el("div", {class: code ? "row code open" : "row code"}, el("span", {class: "number"}, ""), ...pegs);
}

// Return how a round has ended, or an empty text.
export function endingWords(shown) {
  switch (shown && shown.ending) {
    case "solved": return _("Solved in row {row}.", {row: board(shown).length});
    case "failed": return _("The code was not found.");
    case "given_up": return _("The round was given up.");
    case "void": return _("The round does not count.");
  }
  return "";
}

// Return the finished rounds as texts of squares that give no code away, as "codemaker share" prints them, with the player.
export const shared = match => match.view.done.filter(({ending}) => ending && ending !== "void").map(round => {
  const {edition} = match.view, {rows, ending, breaker} = round;
  return [
    `Codemaker ${title(match)} ${ending === "solved" ? board(round).length : "X"}/${edition.rows} – ${nameOf(match, breaker)}`,
    ...rows.filter(row => row.black !== null).map(({black, white}) => "🟩".repeat(black) + "🟨".repeat(white) + "⬛".repeat(edition.pegs - black - white)),
  ].join("\n");
});

// Return what stands beside the board: the track, and what the box says of the round.
export function aside(match) {
  const view = match.view, shown = shownRound(view), {edition} = view;
  const parts = [];
  if (shown) {
    const games = view.rules.games;
    parts.push(el("p", {class: "note"}, games
      ? _("Round {number} of {games}", {number: shown.game, games}) : _("Round {number}", {number: shown.game})));
    if (shown.kept && !shown.code) parts.push(el("p", {class: "note"}, _("The box does not see the code.")));
    if (endingWords(shown)) parts.push(el("p", {class: "ending"}, endingWords(shown)));
  }
  if (edition.track !== null) parts.push(track(edition.track, view.scores, edition.track_pegs));
  return parts;
}

// Return the sign of a player before the score: the peg on the track.
export const mark = (match, seat) => {
  const colour = match.view.edition.track_pegs[seat];
  return colour ? colour.rgb : null;
};

export const title = match => inOwn(match.view.edition.names).name;
export const scores = match => match.view.scores;
