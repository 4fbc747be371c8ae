// The board page: what everybody at the table may see, for a television, a tablet or the phone of a guest.

import { clockOf } from "./clock.js";
import { el, fill, squares, svg } from "./draw.js";
import { connect } from "./link.js";
import { board, familyOf, lastElement, logElement, renewClock, scoreList, tableLines, task, timeless, told } from "./match.js";
import { review } from "./review.js";
import { Seals, sealElement, verdictWords } from "./seals.js";
import { SEATS, seatSign } from "./seats.js";
import { _, follows, languageField, listed, loadWords, shownName } from "./words.js";

const LONG_MS = 6000; // A box that comes back is reached sooner.
const SIGNS = 24; // That fall at the end of a match.
const byId = id => document.getElementById(id);
const seals = new Seals();
let newest = null, shown = null, lines = null, sentences = () => [], isAway = false, isFull = false, isCurrent = false, long = 0, isLong = false;
let joined = null, lobby = {names: null}; // Who has a phone or asks for one in the lobby that is open, and what was told of it.

// Show *state*.
function show(state) {
  newest = state;
  const isTime = shown && state.match && shown.status === state.status && timeless(shown.match) === timeless(state.match);
  if (isTime) drawClock(); else draw();
}

// Show a state in which only the clock is new.
function drawClock() {
  shown = newest;
  renewClock(shown.match);
  byId("main").dataset.version = shown.version;
  announce();
}

function draw() {
  const state = newest, match = state && state.match;
  if (!state) return;
  const family = match && familyOf(match);
  const before = shown && shown.match && match && shown.match.family === match.family ? shown : null;
  celebrate(shown, state);
  shown = state;
  const title = match ? family.title(match) : "Codemaker";
  byId("title").textContent = title;
  document.title = `${title} – ${task(state)}`;
  const sealed = match && seals.look(match);
  const isInLog = document.activeElement.matches("summary");
  fill(byId("main"), ...(match ? matchElements(state, family, before, sealed) : menuElements(state)));
  if (isInLog && document.querySelector("summary")) document.querySelector("summary").focus();
  byId("main").dataset.version = state.version;
  sentences = () => [...told(shown, family), verdictWords(sealed && sealed.verdict)];
  announce();
}

function menuElements(state) {
  return [el("div", {class: "idle"}, el("p", {class: "task"}, task(state)))];
}

function matchElements(state, family, before, sealed) {
  const match = state.match, drawn = board(match, family), beside = family.aside(match);
  const side = el("div", {class: "side"}, scoreList(match, family), ...beside, sealElement(sealed), logElement(match));
  if (before && JSON.stringify(before.match.view) !== JSON.stringify(match.view)) drawn.classList.add("moved");
  if (before && before.match.view.die !== match.view.die) side.classList.add("thrown");
  // Readers who cannot see the drawing read the sentences.
  drawn.setAttribute("aria-hidden", "true");
  const text = el("ul", {class: "unseen"}, ...tableLines(match));
  const reviewed = state.status === "over" && review(match);
  return [el("div", {class: reviewed ? "table reviewed" : "table"}, taskElement(state),
    lastElement(match), clockOf(match), drawn, text, side, reviewed)];
}

// Return what the match waits for, or at its end who has won, with the signs of the winners.
const taskElement = state => el("p", {class: state.status === "over" ? "task won" : "task"},
  ...(state.status === "over" ? state.match.outcome.winners.map(seatSign) : []), task(state));

// Have a screen reader say what is new; the first state is there to be read.
function announce() {
  const now = sentences();
  const news = lines ? now.filter(line => line && !lines.includes(line)) : [];
  lines = now;
  if (news.length) fill(byId("live"), ...news.map(line => el("p", {}, line)));
}

// Say whether what is shown is what the box shows.
function tellLink() {
  if (isCurrent || isAway || isFull) { clearTimeout(long); long = 0; isLong = false; }
  else if (!long) long = setTimeout(() => { isLong = true; tellLink(); }, LONG_MS);
  const text = isAway || isLong ? _("The box cannot be reached. Is it switched on?")
    : isFull ? _("Too many pages are open.") : isCurrent ? "" : shown ? _("Connecting. The board may be older than the box’s.") : _("Connecting.");
  document.body.dataset.link = isAway ? "away" : isCurrent ? "current" : "lost";
  byId("link").textContent = text;
}

// Show the lobby in place of the table while phones may ask on the box: the code to scan, who has come, who is missing.
function showLobby(told) {
  const {names, takes_others: takesOthers, address, code, asking, playing} = lobby = told;
  document.body.classList.toggle("lobby", names !== null);
  fill(byId("join"));
  const present = names === null ? [] : [...playing, ...asking.filter(name => !playing.includes(name))];
  const news = joined ? present.filter(name => !joined.includes(name)) : [];
  joined = names === null ? null : present;
  if (news.length) fill(byId("live"), el("p", {}, listed(news.map(shownName))));
  if (names === null) return;
  // In a match each name has its seat; before it, a seat in the order in which phones came.
  const seats = takesOthers ? present : names, missing = seats.filter(name => !present.includes(name));
  const drawn = code.length ? svg("svg", {viewBox: `-4 -4 ${code.length + 8} ${code.length + 8}`, role: "img", class: "code", "aria-label": _("QR code")}, squares(code, "1")) : null;
  const known = seats.filter(name => present.includes(name)).map(name =>
    el("li", {}, seatSign(seats.indexOf(name) % SEATS.length), el("span", {}, shownName(name))));
  fill(byId("join"), ...[drawn, el("div", {}, el("h2", {}, _("To play with a phone, open {address}", {address: `${address ? address.replace("http://", "") : location.host}/p`})),
    el("ul", {}, ...known),
    missing.length ? el("p", {class: "missing"}, _("Still without a phone: {names}", {names: listed(missing.map(shownName))}))
      : takesOthers ? null : el("p", {class: "missing"}, _("Everybody has a phone.")))].filter(Boolean));
}

// Let the signs of the winners fall once, where this page has seen the end of the match.
function celebrate(before, state) {
  if (state.status !== "over") fill(byId("party"));
  if (state.status !== "over" || !before || before.status === "over") return;
  const {winners} = state.match.outcome;
  fill(byId("party"), ...Array.from({length: winners.length ? SIGNS : 0}, (_none, place) => {
    const sign = seatSign(winners[place % winners.length]);
    sign.style.left = `${100 * place / SIGNS}%`;
    sign.style.animationDelay = `${place * 7 % SIGNS * 0.15}s`;
    return sign;
  }));
}

function fullScreenButton() {
  const page = document.documentElement, enter = page.requestFullscreen || page.webkitRequestFullscreen;
  const button = el("button", {type: "button", id: "full"},
    svg("svg", {viewBox: "0 0 16 16", "aria-hidden": "true"}, svg("path", {d: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"})));
  button.hidden = !enter;
  button.onclick = () => {
    if (document.fullscreenElement || document.webkitFullscreenElement) (document.exitFullscreen || document.webkitExitFullscreen).call(document);
    else enter.call(page);
  };
  return button;
}

function speak() {
  byId("play").firstChild.textContent = _("Play with this phone");
  byId("full").setAttribute("aria-label", _("Full screen"));
  tellLink();
  // In another language every sentence is another one, though nothing has happened.
  lines = null;
  showLobby(lobby);
  draw();
}

async function begin() {
  const full = fullScreenButton();
  byId("tools").append(full);
  try { await loadWords(); } catch (failed) { /* English until the next visit. */ }
  byId("tools").prepend(languageField(speak));
  speak();
  addEventListener("clockstage", announce);
  connect("/events", {
    async state(state) {
      isCurrent = true;
      isAway = isFull = false;
      if (follows(state.language)) { await loadWords(state.language); byId("tools").firstChild.replaceWith(languageField(speak)); speak(); }
      tellLink();
      show(state);
    },
    lobby(told) { showLobby(told); },
    away() { isAway = true; tellLink(); },
    lost() { isCurrent = isAway = false; showLobby({names: null}); tellLink(); },
    full() { isFull = true; tellLink(); },
  });
}

begin();
