// The table of Coda: the rows of all players, as everybody may see them.

import { el, panel } from "./draw.js";
import { _, nameOf } from "./words.js";

// Return the round to show: the one in play or, until its first panels are taken, the newest that is finished.
function shownRound(view) {
  const done = view.done[view.done.length - 1] || null;
  return view.round && !(done && view.round.rows.every(row => !row.length)) ? view.round : done;
}

// What tells the panel that was marked last from the next one.
let marked = "";

// Return the classes of the panel that was put into a row last; it moves only once.
function markOf(round, row) {
  const before = marked;
  marked = [round.number, round.inserter, round.inserted, row.length].join();
  return marked === before ? ["inserted"] : ["inserted", "newest"];
}

export function render(match) {
  const view = match.view, shown = shownRound(view), round = shown === view.round ? shown : null;
  const rows = shown ? shown.rows : match.players.map(() => []);
  const board = el("div", {class: "coda"}, ...rows.map((row, seat) => {
    const isTurn = round && round.turn === seat, drawn = isTurn && round.drawn;
    const panels = row.map((one, place) => {
      const drawing = panel(one);
      if (round && round.inserter === seat && round.inserted === place) drawing.classList.add(...markOf(round, row));
      return drawing;
    });
    return el("div", {class: isTurn ? "hand turn" : "hand"}, el("h2", {}, nameOf(match, seat)),
      el("div", {class: "panels"}, ...panels, drawn ? el("span", {class: "drawn"}, panel(drawn)) : null));
  }));
  // A panel is 1.7 times as high as wide; the name takes as much as the rest of a row.
  const longest = Math.max(8, ...rows.map((row, seat) => row.length + (round && round.turn === seat && round.drawn ? 1.6 : 0)));
  return {element: board, rows: rows.length * 2.75, columns: longest * 1.08};
}

export function aside(match) {
  const view = match.view, shown = shownRound(view), round = shown === view.round ? shown : null, parts = [];
  if (shown) parts.push(el("p", {class: "note"}, _("Round {number} of {games}", {number: shown.number, games: view.rules.rounds})));
  if (round && view.rules.role === "dealer") {
    parts.push(el("div", {class: "pool"}, el("span", {}, _("Panels to draw")),
      ...["dark", "light"].map(colour => el("span", {class: "count"},
        panel({colour, number: String(round.pool[colour]), is_standing: true})))));
  }
  if (round && round.hits) parts.push(el("p", {class: "ending"}, _("Right attacks in this turn: {count}.", {count: round.hits})));
  if (shown && !round) parts.push(el("p", {class: "ending"}, _("{name} has won the round.", {name: nameOf(match, shown.winner)})));
  return parts;
}

export const mark = () => null;
export const title = () => "Coda";
export const scores = match => match.view.scores;
