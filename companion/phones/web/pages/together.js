// The boards of a match in which all players break the same code: the reader's own, and the key pegs of all.

import { el, keyPegs } from "./draw.js";
import * as pegs from "./pegs.js";
import { seatSign } from "./seats.js";
import { _, nameOf } from "./words.js";

export const mark = () => null;
export const title = match => pegs.title(match);
export const scores = match => pegs.scores(match);
export const shared = match => pegs.shared(match);

// Return the key pegs of the rows that each player has.
const boards = match => el("ul", {class: "boards"}, ...match.view.boards.map(({keys}, seat) => el("li", {}, seatSign(seat),
  el("span", {class: "name"}, nameOf(match, seat)), ...keys.map(({black, white}) => keyPegs(black, white, match.view.edition)))));

// Return the rows of the reader or, for all, the key pegs of each player; between rounds the last board of the round before.
export function render(match) {
  const {view} = match, {edition} = view;
  return view.phase !== "guess" || view.round ? pegs.render(match)
    : {element: boards(match), rows: view.boards.length, columns: 6 + edition.rows * Math.ceil(edition.pegs / 2) / 2};
}

// Return the round, and for a player what is seen of the others.
export function aside(match) {
  const {view} = match, last = view.done[view.done.length - 1], number = (last ? last.game : 0) + (view.phase === "guess" ? 1 : 0);
  const note = el("p", {class: "note"}, _("Round {number} of {games}", {number, games: view.rules.games}));
  return [note, ...(view.round ? [boards(match)] : [])];
}
