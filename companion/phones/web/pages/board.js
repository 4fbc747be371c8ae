// The board page: what everybody at the table may see, for a television, a tablet or the phone of a guest.

import { el, fill, squares, svg } from "./draw.js";
import { connect } from "./link.js";
import { board, familyOf, lastElement, renewClock, scoreList, tableLines, task, timeless, told } from "./match.js";
import { review } from "./review.js";
import { Seals, sealElement, verdictWords } from "./seals.js";
import { _, follows, languageField, loadWords } from "./words.js";

const LONG_MS = 6000; // A box that comes back is reached sooner.
const byId = id => document.getElementById(id);
const seals = new Seals();
let newest = null, shown = null, lines = null, sentences = () => [], isAway = false, isFull = false, isCurrent = false, canJoin = false, long = 0, isLong = false;

// Show *state*.
function show(state) {
  newest = state;
  const isTime = shown && state.match && shown.status === state.status && timeless(shown.match) === timeless(state.match);
  if (isTime) drawClock(); else draw();
}

// Show a state in which only the clock is new.
function drawClock() {
  shown = newest;
  renewClock(shown.match, familyOf(shown.match));
  byId("main").dataset.version = shown.version;
  announce();
}

function draw() {
  const state = newest, match = state && state.match;
  if (!state) return;
  const family = match && familyOf(match);
  const before = shown && shown.match && match && shown.match.family === match.family ? shown : null;
  shown = state;
  const title = match ? family.title(match) : "Codemaker";
  byId("title").textContent = title;
  document.title = `${title} – ${task(state)}`;
  const sealed = match && seals.look(match);
  fill(byId("main"), ...(match ? matchElements(state, family, before, sealed) : menuElements(state)));
  byId("main").dataset.version = state.version;
  sentences = () => [...told(shown, family), verdictWords(sealed && sealed.verdict)];
  announce();
}

function menuElements(state) {
  return [el("div", {class: "idle"}, el("p", {class: "task"}, task(state)))];
}

function matchElements(state, family, before, sealed) {
  const match = state.match, drawn = board(match, family), beside = family.aside(match);
  const side = el("div", {class: "side"}, scoreList(match, family), ...beside, sealElement(sealed));
  if (before && JSON.stringify(before.match.view) !== JSON.stringify(match.view)) drawn.classList.add("moved");
  if (before && before.match.view.die !== match.view.die) side.classList.add("thrown");
  // Readers who cannot see the drawing read the sentences.
  drawn.setAttribute("aria-hidden", "true");
  const text = el("ul", {class: "unseen"}, ...tableLines(match));
  const reviewed = state.status === "over" && review(match);
  return [el("div", {class: reviewed ? "table reviewed" : "table"}, el("p", {class: "task"}, task(state)),
    lastElement(match), family.clock && family.clock(match), drawn, text, side, reviewed)];
}

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
    : isFull ? _("Too many pages are open.") : isCurrent ? canJoin ? _("To play with a phone, open {address}", {address: `${location.host}/p`}) : "" : shown ? _("Connecting. The board may be older than the box’s.") : _("Connecting.");
  document.body.dataset.link = isAway ? "away" : isCurrent ? "current" : "lost";
  byId("link").textContent = text;
}

// Show the QR code that phones scan, while they may ask on the box.
function showCode({names, address, code}) {
  if (names === null || !code.length) { fill(byId("join")); return; }
  const drawn = svg("svg", {viewBox: `-4 -4 ${code.length + 8} ${code.length + 8}`, role: "img", "aria-label": _("QR code")}, squares(code, "1"));
  fill(byId("join"), drawn, el("p", {}, address.replace("http://", "")));
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
    lobby(told) { showCode(told); canJoin = told.names !== null; tellLink(); },
    away() { isAway = true; tellLink(); },
    lost() { isCurrent = isAway = canJoin = false; showCode({names: null}); tellLink(); },
    full() { isFull = true; tellLink(); },
  });
}

begin();
