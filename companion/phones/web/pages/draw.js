// Elements of a page, and drawings of pegs, key pegs, panels, cards and dice.

import { inOwn } from "./words.js";

// Return an HTML element: el("p", {class: "big"}, "Text", another).
export const el = (name, attributes, ...children) => made(document.createElement(name), attributes, children);

// Return an SVG element.
export const svg = (name, attributes, ...children) =>
  made(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function made(element, attributes, children) {
  for (const key in attributes) if (attributes[key] !== null && attributes[key] !== false) element.setAttribute(key, attributes[key]);
  element.append(...children.filter(child => child !== null && child !== false && child !== undefined));
  return element;
}

// Return the path of the squares in *rows* whose character is *dark*.
export const squares = (rows, dark) => svg("path", {d: rows.map((row, y) =>
  Array.from(row, (one, x) => one === dark ? `M${x} ${y}h1v1h-1z` : "").join("")).join("")});

// Put *children* into *element*, in place of what it has. (`replaceChildren` came in 2020, and televisions are older.)
export function fill(element, ...children) {
  element.textContent = "";
  element.append(...children);
}

const picture = (width, height, name, ...children) =>
  svg("svg", {viewBox: `0 0 ${width} ${height}`, class: name, "aria-hidden": "true"}, ...children);

// The shapes that tell colours apart, as on the box, in a square of 10.
const SHAPES = {
  heart: "M5 9.6L.7 5C-1 2.5 2-.8 5 2.4 8-.8 11 2.5 9.3 5z",
  square: "M.8.8h8.4v8.4H.8z",
  triangle: "M5 .3L9.8 9.5H.2z",
  diamond: "M5 0l4.6 5L5 10 .4 5z",
  cross: "M2.4.4L5 3 7.6.4l2 2L7 5l2.6 2.6-2 2L5 7 2.4 9.6l-2-2L3 5 .4 2.4z",
  plus: "M3.4.2h3.2v3.2h3.2v3.2H6.6v3.2H3.4V6.6H.2V3.4h3.2z",
  moon: "M7 .3A5 5 0 1 0 9.8 7 4.2 4.2 0 0 1 7 .3z",
  star: "M5 0l1.3 3.5 3.7.1-2.9 2.3 1 3.7L5 7.5 1.9 9.6l1-3.7L0 3.6l3.7-.1z",
  wedge: "M.2.5h9.6L5 9.7z",
  bars: "M.5.5h3.4v9H.5zM6.1.5h3.4v9H6.1z",
  frame: "M.5.5h9v9h-9zM2.7 2.7v4.6h4.6V2.7z",
  hourglass: "M.5.3h9L6 5l3.5 4.7h-9L4 5z",
};

// How light a colour is, as in WCAG.
function luminance(rgb) {
  const [red, green, blue] = rgb.map(value => value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Return black or white, the one that is easier to see on *rgb*.
const inkOn = rgb => luminance(rgb) > 0.179 ? "#000" : "#fff";

const fillOf = rgb => `rgb(${rgb.join()})`;

// Return a peg of the colour *letter*, which has the letter and the shape; "-" is an empty hole, null a place not set yet.
export function peg(letter, edition) {
  const colour = edition.colours.find(one => one.letter === letter);
  if (!colour) {
    const dash = letter === "-" ? svg("path", {d: "M6 10h8", class: "dash"}) : null;
    return picture(20, 20, "peg hole", svg("circle", {cx: 10, cy: 10, r: dash ? 9 : 3.5}), dash);
  }
  const ink = inkOn(colour.rgb), isWord = edition.colours.length > Object.keys(SHAPES).length;
  return picture(20, 20, "peg",
    svg("circle", {cx: 10, cy: 10, r: 9.6, fill: fillOf(colour.rgb)}),
    svg("text", {x: isWord ? 10 : 6.4, y: 10, fill: ink}, inOwn(colour.words).letter),
    isWord ? null : svg("path", {d: SHAPES[colour.shape] || "", transform: "translate(10.6 6.6) scale(.68)", fill: ink, "fill-rule": "evenodd"}));
}

// Return a hidden peg.
export const hidden = () => picture(20, 20, "peg hidden", svg("circle", {cx: 10, cy: 10, r: 9}), svg("text", {x: 10, y: 10}, "?"));

// Return the key pegs of an answer on their plate; those for right places are larger, for readers who see no colours.
export function keyPegs(black, white, edition) {
  const columns = Math.ceil(edition.pegs / 2), drawn = [svg("rect", {width: 10 * columns, height: 20, rx: 3})];
  for (let place = 0; place < edition.pegs; place++) {
    const kind = black === null ? "none" : place < black ? edition.key_colour : place < black + white ? "white" : "none";
    const r = kind === "none" ? 1 : kind === "white" ? 3.6 : 4.3;
    drawn.push(svg("circle", {cx: 5 + 10 * (place % columns), cy: 5 + 10 * Math.floor(place / columns), r, class: kind}));
  }
  return picture(10 * columns, 20, "keys", ...drawn);
}

// Return a panel of Coda; one that has fallen lies lower.
export function panel(shown) {
  const text = shown.number === null ? shown.is_standing ? "?" : "" : shown.number;
  return picture(20, 34, `panel ${shown.colour}${shown.is_standing ? "" : " fallen"}`,
    svg("rect", {x: 1, y: shown.is_standing ? 1 : 15, width: 18, height: shown.is_standing ? 32 : 18, rx: 2}),
    svg("text", {x: 10, y: shown.is_standing ? 17 : 24.5}, text));
}

// Return a card of Passcode, or its back for null.
export function card(kind) {
  const text = kind === null ? "" : kind === "key" ? "KEY" : kind === "fail" ? "FAIL" : kind;
  return picture(24, 34, `card ${kind === null ? "back" : text.length > 1 ? kind : "plain"}`,
    svg("rect", {x: 1, y: 1, width: 22, height: 32, rx: 3}), svg("text", {x: 12, y: 17}, text));
}

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

// Return a die that shows *number*, or an empty one for null; *turned* turns it a little, as it fell.
export function die(number, turned = 0) {
  return picture(30, 30, "die", svg("g", {transform: `rotate(${turned} 15 15)`},
    svg("rect", {x: 4, y: 4, width: 22, height: 22, rx: 4}),
    ...PIPS[number || 0].map(place => svg("circle", {cx: 9 + 6 * (place % 3), cy: 9 + 6 * Math.floor(place / 3), r: 2}))));
}

// Return the track with the pegs of all players: a line of holes for each ten, and on a long track at most six lines.
export function track(holes, places, pegs) {
  const across = Math.max(10, 10 * Math.ceil(holes / 60)), drawn = [], large = Math.max(1, across / 20);
  const at = hole => hole ? [22 + 10 * ((hole - 1) % across), 8 * large + 12 * Math.floor((hole - 1) / across)] : [8, 8 * large];
  for (let hole = 0; hole <= holes; hole++) {
    const [cx, cy] = at(hole);
    drawn.push(svg("circle", {cx, cy, r: 2.2, class: hole === holes ? "hole goal" : "hole"}));
  }
  places.forEach((place, seat) => {
    const [cx, cy] = at(Math.min(place, holes)), rgb = pegs[seat] ? pegs[seat].rgb : [128, 128, 128];
    const together = places.filter(other => other === place).length > 1;
    const r = (together ? 3 : 4.2) * large;
    drawn.push(svg("circle", {cx: cx + (together ? (4 * seat - 2) * large : 0), cy, r, class: "pawn", fill: fillOf(rgb)}));
  });
  return picture(20 + 10 * across, 12 * Math.ceil(holes / across) + 4 + 12 * (large - 1), "track", ...drawn);
}
