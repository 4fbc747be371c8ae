// A move in the notation of records, in words.

import { _, inOwn, nameOf, ngettext } from "./words.js";

const colourOf = (edition, letter) => edition.colours.find(one => one.letter === letter);
export const colourWords = (edition, letter) =>
  letter === "-" ? _("empty hole") : inOwn(colourOf(edition, letter).words).name;

export const cardWords = kind => kind === "key" ? _("KEY") : kind === "fail" ? _("FAIL") : kind;
export const colourWord = colour => colour === "dark" ? _("dark") : _("light");
export const numberWords = number => number === "-" ? _("dash") : number;

// The words of a move in the notation of records: a pattern, and what it says.
const SAID = [
  [/^go$/, () => _("Go on")],
  [/^give up$/, () => _("Give up this round")],
  [/^challenge$/, () => _("Doubt the answers")],
  [/^play again$/, () => _("Play the round again")],
  [/^code$/, () => _("My code is hidden")],
  [/^first (\d+)$/, (match, seat) => _("{name} begins.", {name: nameOf(match, seat - 1)})],
  [/^row (\d+) black (\d) white (\d)$/, (match, row, black, white) => _("Row {row}: {keys}", {row, keys: keyWords(match.view.edition, black, white)})],
  [/^black (\d) white (\d)$/, (match, black, white) => keyWords(match.view.edition, black, white)],
  [/^turn (left|right)$/, (match, side) => side === "left" ? _("Turn the die left") : _("Turn the die right")],
  [/^draw$/, () => _("Draw a card")],
  [/^take$/, match => _("Take from the discards: {card}", {card: cardWords(match.view.top)})],
  [/^play (\w+)$/, (match, kind) => _("Play: {card}", {card: cardWords(kind)})],
  [/^discard (\w+)$/, (match, kind) => _("Discard: {card}", {card: cardWords(kind)})],
  [/^discard$/, () => _("Discard a card")],
  [/^keep$/, () => _("Keep the card")],
  [/^fail$/, () => _("A FAIL was drawn")],
  [/^lock key (\d)$/, (match, number) => _("Lock in: KEY as {number}", {number})],
  [/^lock (\d)$/, (match, number) => _("Lock in: {card}", {card: number})],
  [/^no lock$/, () => _("Lay no lock-in card")],
  [/^deal(?: fail)?([\d ]*)$/, (match, seats) => _("Dealt. FAIL for: {names}", {names: seatNames(match, seats)})],
  [/^hand (\w+)$/, (match, kind) => _("Card left: {card}", {card: cardWords(kind)})],
  [/^draw (dark|light)$/, (match, colour) => colour === "dark" ? _("Draw a dark panel") : _("Draw a light panel")],
  [/^place (\d+)$/, (match, place) => _("Put it in place {place}", {place})],
  [/^fall (\d+)$/, (match, place) => _("Knock down panel {place}", {place})],
  [/^take (\d+)$/, (match, darks) => _("{darks} dark, {lights} light", {darks, lights: match.view.rules.panels - darks})],
  [/^time up$/, () => _("Time is up.")],
  [/^stop$/, () => _("Stop and end the turn")],
  [/^miss$/, () => _("The attack was wrong")],
  [/^hit (\d) (dark|light)$/, (match, seat, colour) => _("A panel of {name} fell: {colour}", {name: nameOf(match, seat - 1), colour: colourWord(colour)})],
  [/^standing (\d+)$/, (match, sum) => _("Sum of the standing panels: {sum}", {sum})],
  [/^attack (\d)\.(\d+) (\S+)$/, (match, seat, place, number) =>
    _("{name} no. {place} is {panel}?", {name: nameOf(match, seat - 1), place, panel: numberWords(number)})],
];

const seatNames = (match, seats) => seats.trim().split(" ").filter(Boolean).map(seat => nameOf(match, seat - 1)).join(", ") || "–";

// Whether the pegs are digits: then the key pegs are bulls and cows.
export const hasDigits = edition => edition.colours.every(({letter}) => letter >= "0" && letter <= "9");

export function keyWords(edition, black, white) {
  const right = Number(black), other = Number(white);
  if (hasDigits(edition)) return `${ngettext("{count} bull", "{count} bulls", right)}, ${ngettext("{count} cow", "{count} cows", other)}`;
  return [edition.key_colour === "red" ? ngettext("{count} red", "{count} red", right) : ngettext("{count} black", "{count} black", right),
    ngettext("{count} white", "{count} white", other)].join(", ");
}

// The rolls of the die that a player asks for.
const ROLLS = ["board", "first", "free", "lock_in", "number", "playoff"];

// Return a move in words.
export function moveWords(text, match) {
  if (text === "go" && ROLLS.includes(match.view.phase)) return _("Roll the die");
  for (const [pattern, words] of SAID) {
    const found = pattern.exec(text);
    if (found) return words(match, ...found.slice(1));
  }
  return match.family === "pegs" ? Array.from(text.split(" ").pop(), letter => colourWords(match.view.edition, letter)).join(", ") : text;
}
