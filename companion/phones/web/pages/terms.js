// The words of colours, cards, panels and key pegs.

import { _, inOwn, ngettext } from "./words.js";

const colourOf = (edition, letter) => edition.colours.find(one => one.letter === letter);
export const colourWords = (edition, letter) =>
  letter === "-" ? _("empty hole") : inOwn(colourOf(edition, letter).words).name;

export const cardWords = kind => kind === "key" ? _("KEY") : kind === "fail" ? _("FAIL") : kind;
export const colourWord = colour => colour === "dark" ? _("dark") : _("light");
export const numberWords = number => number === "-" ? _("dash") : number;

// Whether the pegs are digits: then the key pegs are bulls and cows.
export const hasDigits = edition => edition.colours.every(({letter}) => letter >= "0" && letter <= "9");

export function keyWords(edition, black, white) {
  const right = Number(black), other = Number(white);
  if (hasDigits(edition)) return `${ngettext("{count} bull", "{count} bulls", right)}, ${ngettext("{count} cow", "{count} cows", other)}`;
  return [edition.key_colour === "red" ? ngettext("{count} red", "{count} red", right) : ngettext("{count} black", "{count} black", right),
    ngettext("{count} white", "{count} white", other)].join(", ");
}
