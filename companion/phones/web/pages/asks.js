// What a seat is asked for: the controls of each kind of `ask`, the move that they make, and its words.

import { card, el, hidden, panel, peg } from "./draw.js";
import { cardWords, colourWord, colourWords, hasDigits, keyWords, numberWords } from "./terms.js";
import { _, nameOf, say } from "./words.js";

// Return a button that calls *act*; *name* keeps the focus on it when the page is drawn again.
export function button(name, label, act, more = {}) {
  const made = el("button", {type: "button", "data-name": name, ...more}, label);
  made.onclick = act;
  return made;
}

// Whether the choices themselves tell what only this player may know.
const TELLING = ["play", "discard", "lock", "place"];
const isTelling = ({what, value}) => what === "keep" || what === "no lock" || value !== null && TELLING.includes(what);

// Return whether the controls of *ask* show a secret: they are covered with the hand.
export const isSecret = (ask, match) => ask.kind === "choice" && (match.view.rules || {}).role === "dealer" && ask.choices.some(isTelling);

// What is to be chosen, by the phase of the match.
const CHOICES = {
  first: () => _("Who begins?"), code: () => _("Set your code and hide it."), wrong: () => _("The code shows wrong answers."),
  take: () => _("Take your first panels."), draw: () => _("Draw."), panel: () => _("Look at your panel."),
  place: () => _("Put the panel into your row."), fall: () => _("Knock down one of your panels."),
  play: () => _("Look at your card and choose."), lock: () => _("Lay a lock-in card, or none."), square: () => _("Turn the die square."),
};

// Each kind of ask: `start` is what was entered so far, `text` the move that it makes or null, `words` what the button says,
// `title` what to do where the board's own sentence does not say it, `controls` the elements; they call *change* with the fields of the entry that have changed.
const KINDS = {
  row: {
    start: ask => ({row: Array(ask.pegs).fill(null), at: 0}),
    text: (ask, entry) => entry.row.includes(null) ? null : ask.lead + entry.row.join(""),
    words: ask => ({guess: _("Play this row"), code: _("Hide this code"), reveal: _("Show this code")})[ask.for],
    title: ask => ({guess: _("Your row"), code: _("Set the hidden code. The others look away."), reveal: _("Show your code to all.")})[ask.for],
    controls: rowControls,
  },
  keys: {
    start: () => ({black: 0, white: 0}),
    text: (ask, entry) => `black ${entry.black} white ${entry.white}`,
    words: (ask, entry, match) => keyWords(match.view.edition, entry.black, entry.white),
    title: () => _("Answer the row"),
    controls: keyControls,
  },
  number: {
    start: ask => ({number: ask.least}),
    text: (ask, entry) => ask.lead + entry.number,
    words: (ask, entry, match) => match.view.phase === "standing" ? _("Sum of the standing panels: {sum}", {sum: entry.number}) : _("Points: {number}", {number: entry.number}),
    title: (ask, match) => match.view.phase === "standing" ? _("Count your standing panels") : _("How many points are there?"),
    controls: (ask, entry, change, match) => [stepper("number", match.view.phase === "standing" ? _("Sum") : _("Points"), entry.number, ask.least, ask.most, number => change({number}))],
  },
  attack: {
    start: () => ({target: null, number: null}),
    text: (ask, {target, number}) => target && number ? `attack ${target[0] + 1}.${target[1] + 1} ${number}` : null,
    words: (ask, {target: [seat, place], number}, match) =>
      _("{name} no. {place} is {panel}?", {name: nameOf(match, seat), place: place + 1, panel: numberWords(number)}),
    title: () => _("Attack a panel"),
    controls: attackControls,
  },
  choice: {
    start: () => ({}),
    text: () => null,
    words: () => "",
    title: (ask, match) => (CHOICES[match.view.phase] || (() => _("Choose.")))(),
    controls: () => [],
  },
  go: {
    start: () => ({}),
    text: () => "go",
    words: (ask, entry, match) => say(match, ask.words),
    title: (ask, match) => say(match, ask.words),
    controls: () => [],
  },
};

export const kindOf = ask => KINDS[ask.kind] || KINDS.choice;

// A row is entered by tapping colours; *isOpen* says whether a hidden code may be seen.
function rowControls(ask, entry, change, match, isOpen) {
  const {edition} = match.view, {row, at} = entry, isShown = ask.for !== "code" || isOpen;
  const put = letter => {
    const next = row.map((old, place) => place === at ? letter : old), free = next.indexOf(null);
    change({row: next, last: letter, at: free < 0 ? Math.min(at + 1, ask.pegs - 1) : next.indexOf(null, at) < 0 ? free : next.indexOf(null, at)});
  };
  const words = (letter, place) => letter === null ? _("Place {place}: free", {place: place + 1})
    : _("Place {place}: {colour}", {place: place + 1, colour: isShown ? colourWords(edition, letter) : _("hidden")});
  const slots = row.map((letter, place) => button(`slot${place}`, letter && !isShown ? hidden() : peg(letter, edition), () => change({at: place}),
    {class: place === at ? "slot at" : "slot", "aria-label": words(letter, place), "aria-current": place === at && "true"}));
  const letters = Array.from(ask.letters).concat(ask.holes ? "-" : []);
  const colours = letters.map(letter => button(`colour${letter}`, peg(letter, edition), () => put(letter), {
    class: "colour", "aria-label": colourWords(edition, letter),
    // A hole is no colour. A used colour that is unseen is not told, and the game refuses the code.
    disabled: !ask.repeats && letter !== "-" && isShown && row.some((other, place) => other === letter && place !== at),
  }));
  return [el("div", {class: "slots"}, ...slots), el("div", {class: "colours"}, ...colours)];
}

function stepper(name, label, value, least, most, change) {
  const step = (sign, by, words) => button(name + sign, sign, () => change(value + by),
    {"aria-label": `${label}: ${words}`, disabled: value + by < least || value + by > most});
  return el("div", {class: "stepper", role: "group", "aria-label": label}, el("span", {}, label),
    step("−", -1, _("less")), el("output", {}, String(value)), step("+", 1, _("more")));
}

function keyControls(ask, {black, white}, change, match) {
  const [right, other] = hasDigits(match.view.edition) ? [_("bulls: right place"), _("cows: other place")]
    : [match.view.edition.key_colour === "red" ? _("red: right place") : _("black: right place"), _("white: other place")];
  return [stepper("black", right, black, 0, ask.pegs - white, value => change({black: value})),
    stepper("white", other, white, 0, ask.pegs - black, value => change({white: value}))];
}

function attackControls(ask, {target, number}, change, match) {
  const seats = Array.from(new Set(ask.targets.map(([seat]) => seat))), rows = match.view.round ? match.view.round.rows : [];
  const isTarget = (seat, place) => Boolean(target) && target[0] === seat && target[1] === place;
  const chosen = (name, label, isChosen, act, words) => button(name, label, act, {"aria-pressed": String(isChosen), "aria-label": words});
  return [...seats.map(seat => el("div", {class: "targets"}, el("h2", {}, nameOf(match, seat)),
    ...ask.targets.filter(([other]) => other === seat).map(([, place]) => chosen(`target${seat}.${place}`, panel(rows[seat][place]),
      isTarget(seat, place), () => change({target: [seat, place]}),
      _("{name} no. {place} is {panel}?", {name: nameOf(match, seat), place: place + 1, panel: colourWord(rows[seat][place].colour)}))))),
  el("div", {class: "numbers"}, ...ask.numbers.map(one =>
    chosen(`number${one}`, one, number === one, () => change({number: one}), numberWords(one))))];
}

// Return the buttons of *choices*; the one with the text *chosen* is marked.
export const choiceButtons = (match, choices, chosen, choose) => choices.map(({text, words}) =>
  button(`choice ${text}`, say(match, words), () => choose(text), {class: "choice", "aria-pressed": String(text === chosen)}));

// Return the elements of what only the player of *seat* sees; an empty list for nothing.
export function ownElements(match, seat, code) {
  const {view} = match, {round} = view;
  if (match.family === "passcode") return [view.players[seat].hand, view.drawn].filter(Boolean).map(kind => labelled(card(kind), cardWords(kind)));
  if (match.family === "pegs") return code ? Array.from(code, letter => labelled(peg(letter, view.edition), colourWords(view.edition, letter))) : [];
  if (!round || view.rules.role !== "dealer") return [];
  const own = round.turn === seat && round.drawn ? [...round.rows[seat], round.drawn] : round.rows[seat];
  return own.map((one, place) => labelled(panel(one), `${colourWord(one.colour)} ${numberWords(one.number || "?")}`,
    place === round.rows[seat].length ? "drawn" : ""));
}

const labelled = (drawing, label, kind = "") => el("span", {role: "img", "aria-label": label, class: kind}, drawing);

// Return *match* without what only the player of *seat* sees: it is drawn while that is covered.
export function publicOf(match, seat) {
  const {view} = match, {round} = view;
  if (match.family !== "coda" || !round) return match;
  const hide = one => one && one.is_standing ? {...one, number: null} : one;
  const rows = round.rows.map((row, other) => other === seat ? row.map(hide) : row);
  return {...match, view: {...view, round: {...round, rows, drawn: hide(round.drawn)}}};
}
