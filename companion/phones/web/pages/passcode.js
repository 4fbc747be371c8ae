// The table of Passcode: the codes of all players with the cards laid, the die, the piles.

import { card, die, el } from "./draw.js";
import { _, nameOf } from "./words.js";

const LEVELS = [3, 4, 5, 6];

// Return the digits of each of the four codes that are on a board so far.
const codesOf = board => LEVELS.map((length, level) => {
  const start = LEVELS.slice(0, level).reduce((sum, one) => sum + one, 0);
  return board.slice(start, start + length);
});

// The code of the player at *own* is drawn large, above those of the others.
export function render(match, own = null) {
  const view = match.view, players = view.players;
  const board = el("div", {class: players.length > 2 ? "passcode many" : "passcode"}, ...players.map((player, seat) => {
    const codes = codesOf(player.board);
    return el("div", {class: `hand${view.seat === seat && view.phase !== "over" ? " turn" : ""}${seat === own ? " own-code" : ""}`},
      el("h2", {}, nameOf(match, seat)),
      el("div", {class: "codes"}, ...LEVELS.map((length, level) => codeElement(player, length, codes[level]))),
      el("div", {class: "state"}, ...stateElements(player)));
  }));
  const across = players.length > 4 ? 3 : players.length > 1 ? 2 : 1;
  board.style.setProperty("--across", across);
  return {element: board, rows: Math.ceil(players.length / across) * 6, columns: across * 6.8};
}

// Return what a player has reached beside the points: the highest level wins.
export const reached = (match, seat) => _("level {level} of 6", {level: match.view.players[seat].level});

// A digit that was laid is filled, the next one is framed.
function codeElement(player, length, digits) {
  const isNow = player.level === length, laid = isNow ? player.laid.length : player.level > length ? length : 0;
  return el("div", {class: isNow ? "level now" : "level"}, ...Array.from({length}, (_none, place) => {
    const kind = place < laid ? "digit laid" : isNow && place === laid && player.next_digit !== null ? "digit next" : "digit";
    const isKey = isNow && player.laid[place] === "key";
    return el("span", {class: isKey ? kind + " key" : kind}, digits[place] ? String(digits[place]) : "");
  }));
}

function stateElements(player) {
  const parts = player.fails ? [el("b", {class: "out fails"}, `FAIL ${player.fails}/3`)] : [];
  if (player.has_card) parts.push(card(null));
  if (player.lock) parts.push(el("span", {class: "lock"}, _("Lock-in {number}", {number: player.lock.number})));
  if (player.is_locked_out) parts.push(el("span", {class: "out"}, _("Locked out")));
  return parts;
}

export function aside(match) {
  const view = match.view, tilted = view.tilted_die;
  const parts = [];
  if (tilted) parts.push(el("div", {class: "dice"}, die(tilted.top, tilted.twist === "left" ? -14 : 14)));
  else if (view.die !== null) parts.push(el("div", {class: "dice"}, die(view.die)));
  if (view.rules.role === "dealer" && view.pile) {
    parts.push(el("div", {class: "piles"},
      el("span", {}, card(null), el("b", {}, String(view.pile)), el("small", {}, _("Draw pile"))),
      el("span", {}, view.top === null ? card(null) : card(view.top), el("b", {}, String(view.discards)), el("small", {}, _("Discards")))));
  } else if (view.top !== null) {
    parts.push(el("div", {class: "piles"}, el("span", {}, card(view.top), el("small", {}, _("Discards")))));
  }
  if (view.is_last) parts.push(el("p", {class: "ending"}, _("Last attempt")));
  if (view.playoff && view.playoff.number !== null) parts.push(el("p", {class: "ending"}, _("The playoff: match {number}.", {number: view.playoff.number})));
  return parts;
}

export const mark = () => null;
export const title = () => "Passcode";
export const scores = match => match.view.players.map(player => player.score);
