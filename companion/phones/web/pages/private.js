// The private page of a seat: its hand, what it is asked for, and the board in small.

import { button, choiceButtons, isSecret, kindOf, ownElements, publicOf } from "./asks.js";
import { clockOf, stageWords } from "./clock.js";
import { el, fill, peg } from "./draw.js";
import { connect } from "./link.js";
import { board, familyOf, hear, lastElement, logElement, renewClock, scoreList, sharedTexts, tableLines, task, timeless } from "./match.js";
import { review } from "./review.js";
import { Seals, sealElement } from "./seals.js";
import { SEATS, seatSign } from "./seats.js";
import { Freshness, askFor, compared, isOfLobby, join, newTicket, opened, seal } from "./phone.js";
import { colourWords } from "./terms.js";
import { _, language, languageField, loadWords, nameOf, say, shownName } from "./words.js";

const SEAT = "codemaker-seat", TAB = "codemaker-tab", ENTRY = "codemaker-entry", REVIEW = "codemaker-review", SOUND = "codemaker-sound", SCANNED = "codemaker-lobby", WAITING = "codemaker-waiting", tab = String(Math.random());
const NAME_MOST = 10;
// The letters that the box can draw, and what a name may have beside them.
const NAME = /^(?=.*[^'\- .&])['\- .&0-9A-Za-zªµºÀ-ÖØ-öø-ňŊ-ſ²³¹¼-¾]*$/;
const ANSWER_MS = 5000; // A box that is busy with a hint takes a second.
const AGAIN_MS = 1000; // After a request that could not be sent, or was one too many.
const DOUBT_MS = 20000; // The longest time between two questions to a game that may not know this phone.
const COVER_MS = 20000; // What is seen is covered after this time without a touch.
const PEEK_MS = 400; // A press that is held longer shows what is covered until it ends.
const ROWS = ".slots, .colours, .targets, .numbers, .choices", FIRST = "first of what is asked";
const byId = id => document.getElementById(id);

let seat = null; // {phone, key, isKnown}: whether the game has answered it
let link = null, fresh = new Freshness(), asked = 0, sent = null, named = null; // The last requests, of all and for another name.
let where = "letters"; // Or "joining", "asking", "seat", "elsewhere", "ended".
let openly = null; // The match as the server says it openly, with the log of its moves and, once it is over, its review.
const seals = new Seals();
let scanned = "", ticket = ""; // The secret of the lobby, from the box's code, and what the server knows this phone by.
let lobby = null, asking = null; // What the server says openly: the lobby and the match; and what was asked for there.
let message = null, family = null, note = null; // The newest message, and the module of its family.
let entry = null, chosen = null, code = null, isOpen = false, isLeaving = false, isRefused = false, covering = 0, held = 0;
let focusOn = null, wasAsked = false; // The control that gets the focus as soon as it can have it; whether it was our turn.
let isTouched = false; // A browser lets a page vibrate and sound only after that.
let die = {name: "", sides: [], asked: {}, isOpen: false}; // The throws of a real die that were entered here.
let games = null, picked = {}; // What a phone that leads may choose from, and its choices: the game, and values of options.
let doubts = 0, again = 0; // How often somebody said, unsealed, that the game does not know this phone; when it is asked.

// The secret of an invitation is removed from the address bar and the history at once: other people may see those.
function secretOfAddress() {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  return secret;
}

// Return *path* with the ticket of a phone that has scanned the code of the box, and does not play yet.
const asKnown = path => ticket && where !== "seat" ? `${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}` : path;

async function post(path, fields) {
  const answer = await fetch(asKnown(path), {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(fields)});
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).reason || "away");
  return answer.status === 200 ? answer.json() : null;
}

// Follow the secret of a code that was scanned.
function follow(secret) {
  ticket = newTicket(secret);
  if (!isOfLobby(secret)) { enter(secret); return; }
  scanned = secret;
  // A reload of the page finds it here.
  try { sessionStorage.setItem(SCANNED, secret); } catch (refused) { /* It is scanned again. */ }
  note = null;
  greet();
}

function scannedBefore() {
  try { return sessionStorage.getItem(SCANNED); } catch (refused) { return null; }
}

function waitedBefore() {
  try { return JSON.parse(sessionStorage.getItem(WAITING)); } catch (refused) { return null; }
}

function forgetScan() {
  scanned = ticket = "";
  try { sessionStorage.removeItem(SCANNED); sessionStorage.removeItem(WAITING); } catch (refused) { /* Nothing was kept. */ }
}

async function enter(secret) {
  leave();
  where = "joining";
  note = null;
  draw();
  try {
    keep(await join(secret, fields => post("/join", fields)));
  } catch (failed) {
    greet();
    const {message: reason} = failed;
    note = () => reason === "invitation" ? _("There is no invitation on the box. Choose Phones there.") : _("The box does not answer. Try again.");
    draw();
    return;
  }
  begin();
}

// Listen for a lobby on the box, for which no key is needed.
function listen() {
  lobby = {names: null};
  link = connect(asKnown("/events"), {
    lobby: told => {
      // Who asks beside is for the board; here somebody may be typing.
      const offered = one => JSON.stringify([one.names, one.takes_others]), isNew = offered(told) !== offered(lobby);
      lobby = told;
      if (isNew) draw();
    },
    lost: () => { lobby.names = null; draw(); }, away: () => { lobby.names = null; draw(); },
  });
}

// Show the first page: the lobby, or letters to type.
function greet() {
  leave();
  seat = null;
  try { sessionStorage.removeItem(WAITING); } catch (refused) { /* Nothing was kept. */ }
  where = "letters";
  listen();
  draw();
}

// Show the first page, and say why.
function turnedAway() {
  greet();
  note = () => _("The box did not let this phone play.");
  draw();
}

// Ask in the lobby to play for the player *name*.
async function askFor_(name) {
  leave();
  seat = null;
  where = "joining";
  note = null;
  draw();
  try {
    asking = await askFor(name, scanned, fields => post("/ask", fields));
  } catch ({message: reason}) {
    greet();
    note = () => reason === "name" ? _("Choose another name.") : reason === "lobby" ? noLobby() : reason === "secret" ? _("The box shows another code now. Scan that one.") : reason === "often" ? _("Too often. Wait a little.") : _("The box does not answer. Try again.");
    draw();
    return;
  }
  wait();
}

// Wait for what the people at the box say of what was asked.
function wait() {
  where = "asking";
  link = connect(asKnown(`/events?phone=${encodeURIComponent(asking.phone)}`), {
    key: compare, sealed: receive,
    // The lobby was left, or another one is open; a phone that has scanned the code is told so itself.
    lobby: ({names}) => { if (asking && !asking.secret && (names === null) !== Boolean(asking.digits)) turnedAway(); },
    refused: ({phone}) => { if (asking && phone === asking.phone) turnedAway(); },
    // The answer of the box may have come while this page did not listen.
    open: () => { if (asking && seat) request("enter"); },
    // A game that was started again has no lobby.
    state: ({boot}) => {
      const isOther = asking && asking.boot && asking.boot !== boot;
      if (asking) asking.boot = boot;
      if (isOther) { if (seat) request("enter"); else turnedAway(); }
    },
  });
  draw();
}

// The game has shown its key: this phone shows its own, and both show the digits unless it has scanned the code.
async function compare({phone, public: other}) {
  // Once alone: with another key, other digits could be tried.
  if (!asking || phone !== asking.phone || seat) return;
  const found = compared(asking, other);
  if (!asking.secret) Object.assign(asking, {digits: found.digits, more: found.more});
  seat = {phone, key: found.key};
  draw();
  try {
    await post("/show", {phone, public: found.public});
    // A page that is loaded again waits on.
    try { sessionStorage.setItem(WAITING, JSON.stringify({asking: {...asking, own: null}, seat})); } catch (refused) { /* It asks again. */ }
  } catch (failed) {
    greet();
    note = () => _("The box does not answer. Try again.");
    draw();
  }
}

// Keep the key, so that the page goes on when it is loaded again; where nothing can be kept it goes on until then.
function keep(value) {
  seat = value;
  try {
    if (value) { localStorage.setItem(SEAT, JSON.stringify(value)); return; }
    openly = null;
    localStorage.removeItem(SEAT);
    sessionStorage.removeItem(REVIEW);
  } catch (refused) { /* A private window may keep nothing. */ }
}

function kept() {
  try { return JSON.parse(localStorage.getItem(SEAT)); } catch (refused) { return null; }
}

// Talk to the game as the seat; other pages of this phone stop.
function begin() {
  try { localStorage.setItem(TAB, tab); } catch (refused) { /* Nor is there another page then. */ }
  where = "seat";
  fresh = new Freshness();
  try { openly = openly || JSON.parse(sessionStorage.getItem(REVIEW)); } catch (refused) { /* Nothing was kept. */ }
  link = connect(`/events?phone=${encodeURIComponent(seat.phone)}`, {
    // Where there are too many pages, what is asked shows that this one plays, and so there is a place for it.
    open: look, lost: lose, away: lose, sealed: receive, refused: refuse, full: look,
    // The game started again, or came back; what is said openly is only a reason to ask.
    state: state => {
      // For all alike, and long: what is sealed has no log and no review.
      if (state.match) hearOpenly(state.match);
      if (state.boot !== fresh.boot || !fresh.isCurrent) look();
    },
  });
  draw();
}

function hearOpenly(match) {
  const beside = one => one && JSON.stringify([one.number, one.log, one.review]), isNew = beside(openly) !== beside(match);
  openly = match;
  if (match.review && message && message.state && openlyOf(message.state)) {
    try { sessionStorage.setItem(REVIEW, JSON.stringify(match)); } catch (refused) { /* It is there until a reload. */ }
  }
  if (isNew) draw();
}

// What the server says of the same match openly; null for another one.
const openlyOf = match => openly && openly.number === match.number ? openly : null;

// Stop talking to the game.
function leave() {
  if (link) link.close();
  link = null;
  clearTimeout(asked);
  cover();
  message = entry = chosen = code = asking = null;
}

function lose() {
  clearTimeout(asked);
  fresh.lose();
  sent = null;
  cover();
  draw();
}

const look = () => { if (link && !fresh.waiting.size) request(message ? "look" : "enter", {text: localDay()}); };

// Return the date here, as "2026-11-27": a box without a clock offers it to the players.
const localDay = () => new Date().toLocaleDateString("sv");


function request(what, fields = {}) {
  const id = fresh.ask(), {boot, version} = fresh;
  clearTimeout(asked);
  asked = setTimeout(() => link && link.reconnect(), ANSWER_MS);
  post("/sealed", {phone: seat.phone, sealed: seal(seat.key, {to: "game", boot, version, id, do: what, ...fields})}).catch(({message: reason}) => {
    if (!fresh.waiting.has(id)) return;
    // What was entered stays, to be sent again.
    if (id === sent) note = () => reason === "often" ? _("Too fast for the box: not sent. Send it again.") : _("Not sent: the box was not reached. Send it again.");
    lose();
    asked = setTimeout(look, AGAIN_MS);
  });
  return id;
}

function receive({phone, sealed}) {
  const got = seat && phone === seat.phone && opened(seat.key, sealed);
  if (!got || where !== "seat" && where !== "asking") return;
  if (where === "asking") {
    // The box has admitted this phone or refused it: what it says is asked for again in the way of all phones.
    clearTimeout(asked);
    if (got.status === "confirm") return;
    const isRefused_ = got.status === "ended";
    leave();
    if (isRefused_) { end(true); return; }
    keep({...seat, isKnown: true});
    forgetScan();
    begin();
    return;
  }
  if (!fresh.accepts(got)) {
    if (got.boot !== fresh.boot) look();
    return;
  }
  if (!seat.isKnown) keep({...seat, isKnown: true});
  doubts = 0;
  if (!fresh.waiting.size) clearTimeout(asked);
  if (got.status === "ended") { end(message !== null && message.status === "confirm"); return; }
  if (got.id === sent) {
    note = got.refused ? () => got.why ? say(got.state, got.why) : refusal(got.refused) : got.id !== null && got.id === named ? () => _("Look at the box: it asks.") : null;
    if (!got.refused && got.id === die.asked.id) die.sides.push(die.asked.side);
    sent = named = null;
    die.asked = {};
  }
  const match = got.state;
  games = match && !match.outcome || !got.leads ? null : got.games || games;
  if (games && !games.length) { games = null; note = () => _("No game is for so many players."); }
  if (match) seals.look(match);
  const before = message && place(message), isTime = got.id === null && match && message && telling(message) === telling(got);
  if (match && !isTime) hear(match);
  message = got;
  family = match && familyOf(match);
  if (before !== place(got)) {
    entry = got.ask && (keptEntry(place(got)) || kindOf(got.ask).start(got.ask));
    chosen = null;
    cover();
  }
  if (entry && got.checked) entry.checked = got.checked;
  code = got.code ? {row: Array.from(got.code)} : null;
  tellTurn();
  if (isTime) drawClock(); else draw();
}

// Return what a message tells beside the clock.
const telling = ({boot, status, name, ask, hint, state}) => JSON.stringify([boot, status, name, ask, hint]) + timeless(state);

// Show a message in which only the clock is new.
function drawClock() {
  renewClock(message.state);
  byId("main").dataset.version = message.version;
  tellStage();
}

// What is entered belongs to a row: the next one may be asked for in the same words. A hint changes nothing here, and a
// start of the box neither, where its match has a number.
function place({boot, ask, state}) {
  const round = state && state.view.round;
  return JSON.stringify([state && state.number === null ? boot : null, ask && {...ask, hint: null, check: null}, state && state.number, round && [round.number, round.rows.length]]);
}

// A half-made row outlives a reload of the page.
function keepEntry() {
  try { sessionStorage.setItem(ENTRY, JSON.stringify({of: place(message), entry})); } catch (refused) { /* Nothing can be kept. */ }
}

function keptEntry(of) {
  try { const found = JSON.parse(sessionStorage.getItem(ENTRY)); return found && found.of === of ? found.entry : null; } catch (refused) { return null; }
}

// Say that it is this player's turn, also to somebody who looks elsewhere: once for each turn.
function tellTurn() {
  const isAsked = Boolean(message && message.ask);
  if (isAsked && !wasAsked) {
    if (isTouched && navigator.vibrate) navigator.vibrate([120, 80, 120]);
    if (isTouched && wantsSound()) beep();
  }
  wasAsked = isAsked;
}

function wantsSound() {
  try { return localStorage.getItem(SOUND) === "on"; } catch (refused) { return false; }
}

function beep() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  const context = new Context(), tone = context.createOscillator(), volume = context.createGain();
  volume.gain.value = 0.2;
  tone.frequency.value = 660;
  tone.connect(volume);
  volume.connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.2);
  tone.onended = () => context.close();
}

function soundButton() {
  const isOn = wantsSound();
  return button("sound", isOn ? _("Sound: on") : _("Sound: off"), () => {
    try { localStorage.setItem(SOUND, isOn ? "off" : "on"); } catch (refused) { /* It stays off. */ }
    if (!isOn) beep();
    draw();
  }, {"aria-pressed": String(isOn)});
}

// The mark before the title, and the icon, say whose turn it is where a browser shows little else.
function tellTitle(isOwn, colour) {
  const match = where === "seat" && message && message.state;
  document.title = isOwn ? `● ${_("Your turn")}` : match && match.to_move !== null ? _("{name}’s turn", {name: nameOf(match, match.to_move)}) : "Codemaker";
  byId("icon").href = isOwn ? `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="${colour}"/></svg>`)}` : "data:,";
}

const refusal = reason => ({
  stale: _("The board has changed. Look at it again."),
  turn: _("It is another player's turn."),
  rules: _("The rules do not allow that."),
  busy: _("The box is busy. Try again."),
}[reason] || _("The box did not take this. Do it on the box."));

// What is not sealed may come from anyone: a page whose key the game has answered asks again, until the player leaves it.
function refuse({phone, reason}) {
  if (!seat || phone !== seat.phone || reason !== "phone") return;
  if (seat.isKnown) {
    again = again || setTimeout(() => { again = 0; if (link) request("look"); }, Math.min(AGAIN_MS * 2 ** doubts++, DOUBT_MS));
  } else {
    greet();
    note = () => _("This is not what the box shows now. Look at it again.");
    keep(null);
  }
  draw();
}

function end(wasRefused = false) {
  isRefused = wasRefused;
  leave();
  keep(null);
  where = "ended";
  draw();
}

function send(text) {
  note = null;
  focusOn = FIRST;
  sent = request("move", {text});
  cover();
  draw();
}

function cover() {
  isOpen = false;
  clearTimeout(covering);
}

// Show what is covered; it is covered again when the phone is put down.
function uncover() {
  isOpen = true;
  stay();
  draw();
}

function stay() {
  clearTimeout(covering);
  if (isOpen) covering = setTimeout(() => { cover(); draw(); }, COVER_MS);
}

function coverNow() {
  held = 0;
  if (!isOpen) return;
  cover();
  draw();
}

const LOOKS = {
  pegs: () => _("Look at your code: tap or hold"), coda: () => _("Look at your panels: tap or hold"), passcode: () => _("Look at your card: tap or hold"),
};

function lookButton() {
  const made = button("look", isOpen ? _("Cover") : LOOKS[message.state.family](), event => {
    // A keyboard or a screen reader presses without a pointer.
    if (!event.detail) (isOpen ? coverNow : uncover)();
  }, {class: "look", "aria-pressed": String(isOpen)});
  made.onpointerdown = event => {
    if (isOpen) coverNow(); else { held = event.timeStamp; uncover(); }
  };
  made.oncontextmenu = () => false;
  return made;
}

// The button was drawn again since it was pressed, so its release is heard here.
function release(event) {
  if (held && event.timeStamp - held > PEEK_MS) coverNow();
  held = 0;
}

function draw() {
  const {activeElement} = document, isFree = !activeElement || activeElement === document.body || activeElement.id === "task";
  const focused = isFree ? focusOn : activeElement.dataset.name, old = Array.from(document.querySelectorAll("form input"));
  // The clock waits for a phone without a connection: its player does not think meanwhile.
  const isAway = where === "seat" && !fresh.isCurrent && message && message.ask && message.state.clock;
  byId("main").className = isAway ? "seat away" : where;
  const parts = {letters: lettersForm, joining: () => [], asking: askingElements, seat: seatElements, elsewhere: elsewhereElements, ended: endedElements}[where]();
  fill(byId("main"), ...parts.filter(Boolean));
  for (const {id, value} of old) if (byId(id)) byId(id).value = value;
  const table = document.querySelector(".table"), row = document.querySelector(".row.newest");
  if (row) table.scrollTop = row.offsetTop - table.clientHeight / 2;
  if (focused) focus(focused);
  byId("main").dataset.version = message ? message.version : "";
  byId("name").textContent = where === "seat" && message ? ownName() : "Codemaker";
  const isOwn = where === "seat" && Boolean(message && message.ask), colour = isOwn ? `rgb(${SEATS[message.seat].rgb.join()})` : "";
  byId("turn").hidden = !isOwn;
  byId("turn").style.setProperty("--mark", colour);
  fill(byId("sign"), ...(where === "seat" && message ? [seatSign(message.seat)] : []));
  tell(byId("turn"), isOwn ? _("Your turn") : "");
  tellTitle(isOwn, colour);
  tell(byId("task"), taskWords());
  tell(byId("trouble"), troubleWords());
  tellStage();
}

// Give the focus to the control *name*, or to the first one of what is asked, as soon as it can have it; it is never lost.
function focus(name) {
  const enabled = Array.from(document.querySelectorAll("[data-name]")).filter(one => !one.matches(":disabled"));
  const wanted = enabled.find(one => name === FIRST ? one.matches(".ask [data-name]") : one.dataset.name === name);
  focusOn = wanted ? null : FIRST;
  (wanted || byId("task")).focus({preventScroll: true});
}

// In a row of buttons the arrows go from one to the next; Tab goes on behind the row.
function step({key, target}) {
  const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[key], row = by && target.closest(ROWS);
  const all = row && Array.from(row.querySelectorAll("button:not(:disabled)"));
  const next = all && all[(all.indexOf(target) + by + all.length) % all.length];
  if (next) next.focus();
}

function rove(row) {
  const all = Array.from(row.querySelectorAll("button")), at = all.find(one => one.matches(".at, [aria-pressed=true]")) || all.find(one => !one.disabled);
  for (const one of all) one.tabIndex = one === at ? 0 : -1;
}

// A screen reader says a text when it changes.
const tell = (element, text) => { if (element.textContent !== text) element.textContent = text; };

function tellStage() {
  const match = where === "seat" && message && message.state;
  tell(byId("stage"), match ? stageWords(match.clock) : "");
}

const ownName = () => shownName(message.name);

function taskWords() {
  if (where === "joining" || where === "seat" && !message) return _("Asking the box…");
  if (where === "asking") return asking.digits ? _("Compare with the box: {name}", {name: shownName(asking.name)}) : _("Look at the box: it shows that {name} asks.", {name: shownName(asking.name)});
  if (where !== "seat") return "";
  if (message.status === "confirm") return _("Look at the box: it asks whether this phone may play for {name}.", {name: ownName()});
  const match = message.state;
  if (!match) return message.leads ? _("No match is open. Choose a game here.") : _("No match is open. Start one on the box.");
  const title = message.ask && kindOf(message.ask).title(message.ask, match);
  if (title) return title;
  return task({match, status: match.outcome ? "over" : match.seats_to_move.length ? "move" : "box"});
}

function troubleWords() {
  if (where === "seat" && !fresh.isCurrent && doubts > 1) return _("The box may not know this phone any more. Trying again…");
  return where === "seat" && !fresh.isCurrent && message ? _("No connection to the box. Trying again…") : note ? note() : entry && entry.checked ? say(message.state, entry.checked) : "";
}

const tools = (...more) => el("div", {class: "tools"}, languageField(draw), el("a", {href: "/"}, _("Board")), ...more);

function askingElements() {
  const {digits, more} = asking;
  return [digits ? el("p", {class: "digits"}, digits) : null,
    el("p", {}, digits ? _("Does the box show the same four digits for you? Say so there. Other digits: say no, and do not play on this phone.") : _("The others may ask, too. Then press OK on the box.")),
    digits ? el("p", {}, _("Where the box shows eight digits, because several ask for you, these follow: {code}", {code: more})) : null,
    button("back", _("Back"), greet), tools()];
}

// The players for whom a phone may ask now, and before a match a field for another name.
function lobbyElements() {
  const {names, takes_others: takesOthers} = lobby || {};
  if (!names) return [];
  return [el("section", {class: "lobby"}, el("h2", {}, _("Who are you?")),
    ...names.map((name, place) => button(`ask${place}`, shownName(name), () => askFor_(name), {class: "choice"})),
    takesOthers && nameForm(_("Play with this phone"), askFor_))];
}

function nameForm(words, use) {
  const input = el("input", {id: "another", autocomplete: "off", "data-name": "another"});
  const form = el("form", {}, el("label", {for: "another"}, _("Another name")), input, el("button", {class: "send"}, words));
  form.onsubmit = event => {
    event.preventDefault();
    const name = input.value.normalize().replace(/[\u2018\u2019\u02bc]/g, "'").replace(/\p{Zs}+/gu, " ").trim();
    const {length} = Array.from(name);
    note = length < 1 ? () => _("Type a name.") : !NAME.test(name) ? () => _("A name cannot have this character.") : length > NAME_MOST ? () => _("A name has at most {count} letters.", {count: NAME_MOST}) : null;
    if (note) draw(); else use(name);
  };
  return form;
}

function lettersForm() {
  const input = el("input", {id: "letters", maxlength: 6, minlength: 6, autocomplete: "off", autocapitalize: "characters",
    autocorrect: "off", spellcheck: "false", required: "", "data-name": "letters"});
  const form = el("form", {}, el("label", {for: "letters"}, _("Six letters from the box")), input, el("button", {class: "send"}, _("Play with this phone")),
    el("p", {}, _("On the box, choose Phones, then All phones, and choose your name here. Or invite one phone alone: scan its code, or type its letters.")));
  form.onsubmit = event => {
    event.preventDefault();
    enter(input.value.toUpperCase());
  };
  const closed = scanned && !(lobby && lobby.names) && el("p", {}, noLobby());
  return [...lobbyElements(), closed, scanned || lobby && lobby.takes_others ? null : form, kept() && button("again", _("Try again as before"), resume), tools()];
}

const noLobby = () => _("No phone can join now. Open All phones on the box.");
const elsewhereElements = () => [el("p", {}, _("Another page of this phone is playing.")), button("here", _("Play on this page"), resume)];
const endedElements = () => [el("p", {}, isRefused ? _("The box did not let this phone play.") : _("This phone plays no longer.")), button("anew", _("Play again"), greet), tools()];

function seatElements() {
  const leaving = isLeaving ? el("div", {class: "leaving"}, button("leave", _("End on this phone"), () => { request("leave"); end(); isLeaving = false; }),
    button("stay", _("Back"), () => { isLeaving = false; draw(); })) : button("leaving", _("End on this phone…"), () => { isLeaving = true; draw(); });
  const match = message && message.state;
  const call = name => { sent = named = request("name", {text: name}); draw(); };
  const naming = el("details", {}, el("summary", {}, _("Another name")), nameForm(_("Call me so"), call));
  if (!match) return [el("section", {class: "after"}, ...leaderElements(), naming, dieElement()), openly && openly.review && el("section", {class: "after"}, review(openly)), doubts > 1 && button("anew", _("Join again"), greet, {class: "send"}), tools(leaving)];
  const log = logElement(openlyOf(match)), open = publicOf(match, message.seat), shown = board(open, family, message.seat);
  shown.setAttribute("aria-hidden", "true");
  return [
    message.ask && el("section", {class: "ask"}, ...askElements(match)),
    clockOf(match),
    match.clock && match.view.rules.clock && !message.ask && !match.outcome && button("limit", _("Limit the turn: 20 s"), () => { sent = request("limit"); draw(); }, {class: "choice", disabled: !fresh.isCurrent || sent !== null}),
    // It scrolls, with the keyboard too.
    el("section", {class: match.outcome ? "table whole" : "table", tabindex: 0, "data-name": "table", "aria-label": family.title(match)}, lastElement(match), shown,
      el("ul", {class: "unseen"}, ...tableLines(match)), scoreList(match, family), ...family.aside(match)),
    log && el("section", {}, log),
    el("section", {class: "own"}, ...ownSection(match)),
    match.outcome && el("section", {class: "after"}, ...afterElements(match)),
    tools(soundButton(), leaving)];
}

// What is told after a match: its review, and what this phone says of the seals that it has seen.
function afterElements(match) {
  return [...againElements(), ...leaderElements(), ...shareElements(sharedTexts(match, family)), sealElement(seals.look(match)), openlyOf(match) && review(openly)];
}

function againElements() {
  const isBlocked = !fresh.isCurrent || sent !== null;
  return [button("rematch", _("Rematch"), () => { sent = request("again"); draw(); }, {class: "send", disabled: isBlocked})];
}

// The entry of throws of a real six-sided die, one tap each.
function dieElement() {
  const name = el("input", {id: "die", autocomplete: "off", maxlength: 16, "data-name": "die"}), isBlocked = !fresh.isCurrent || sent !== null;
  name.value = die.name;
  name.oninput = () => { die.name = name.value.trim(); };
  const enter = side => { if (die.name) { sent = request("die", {text: `${side} ${die.name}`}); die.asked = {id: sent, side}; } else note = () => _("Type a name."); draw(); };
  const whole = el("details", {}, el("summary", {}, _("Own die")), el("label", {for: "die"}, _("Name of the die")), name,
    el("div", {class: "choices"}, ...[1, 2, 3, 4, 5, 6].map(side => button(`side${side}`, String(side), () => enter(side), {class: "choice", disabled: isBlocked}))),
    die.sides.length > 0 && el("p", {}, _("Entered: {sides}", {sides: die.sides.slice(-9).join(" ")})));
  whole.open = die.isOpen;
  whole.ontoggle = () => { die.isOpen = whole.open; };
  return whole;
}

// What a phone that leads may do between matches: choose the next game and its rules, and begin it.
function leaderElements() {
  if (!message || !message.leads) return [];
  const isBlocked = !fresh.isCurrent || sent !== null;
  if (!games) return [button("games", _("Choose a game"), () => { sent = request("games", {text: language()}); draw(); }, {class: "choice", disabled: isBlocked})];
  const {game, options} = games.find(one => one.game === picked.game) || games[0], values = Object.fromEntries(options.map(({key, value}) => [key, picked[key] || value]));
  const shown = options.filter(one => !one.only_in || !(one.only_in[0] in values) || one.only_in[1].includes(values[one.only_in[0]]));
  const begin = () => { sent = request("begin", {text: [game, ...shown.map(({key}) => `${key}=${values[key]}`)].join(" ")}); draw(); };
  return [el("fieldset", {class: "leads", disabled: isBlocked},
    choiceField("game", _("Game"), games.map(one => [one.game, one.title]), game, () => { picked = {}; }),
    ...shown.map(({key, title, choices}) => choiceField(key, title, choices, values[key])),
    button("begin", _("Begin"), begin, {class: "send"}))];
}

function choiceField(key, title, choices, value, before = () => {}) {
  const field = el("select", {"data-name": `pick ${key}`}, ...choices.map(([one, words]) => new Option(words, one, false, one === value)));
  field.onchange = () => { before(); picked = {...picked, [key]: field.value}; draw(); };
  return el("label", {}, title, field);
}

// The result as a text to send on. Browsers write a clipboard for a page that came by plain HTTP only by this old command.
function shareElements(texts) {
  const text = el("pre", {class: "shared", tabindex: 0}, texts.join("\n\n"));
  return [text, button("copy", _("Copy the result"), event => {
    getSelection().selectAllChildren(text);
    event.target.textContent = document.execCommand("copy") ? _("Copied.") : _("Hold the text to copy it.");
  }, {class: "choice"})];
}

function ownSection(match) {
  const own = ownElements(match, message.seat, code && code.row), {ask} = message;
  if (!own.length && !(ask && (ask.for === "code" || isSecret(ask, match)))) return [];
  const hand = el("div", {class: "hand"}, ...own);
  hand.style.setProperty("--columns", own.length + 1);
  return isOpen && own.length ? [hand, lookButton()] : [lookButton()];
}

function askElements(match) {
  const {ask, hint} = message, kind = kindOf(ask), isBlocked = !fresh.isCurrent || sent !== null;
  const change = fields => { entry = {...entry, checked: null, ...fields}; chosen = null; note = null; keepEntry(); draw(); };
  const choose = text => { chosen = text === chosen ? null : text; note = null; draw(); };
  const offered = (ask.choices || []).concat(ask.also || []), choices = isSecret(ask, match) && !isOpen ? [] : offered;
  const text = chosen || kind.text(ask, entry);
  const words = text && (chosen ? say(match, offered.find(one => one.text === chosen).words) : kind.words(ask, entry, match));
  const send_ = button("send", words || _("Choose first"), () => send(text), {class: "send", disabled: !text});
  const check = (name, label, text) => ask.check && text && button(name, label, () => { sent = request("check", {text}); draw(); }, {class: "choice"});
  const parts = [...hintElements(hint, match), ...kind.controls(ask, entry, change, match, isOpen),
    el("div", {class: "choices"}, ...choiceButtons(match, choices, chosen, choose),
      ask.hint && button("hint", _("Hint"), () => { sent = request("hint"); draw(); }, {class: "choice"}),
      check("check", _("So far right?"), entry.row && entry.row.some(Boolean) && entry.row.map(letter => letter || ".").join("")),
      check("colour", _("In the code: {colour}?", {colour: entry.last && colourWords(match.view.edition, entry.last)}), entry.last)),
    choices.length || ask.kind !== "choice" ? send_ : null].filter(Boolean);
  const whole = el("fieldset", {disabled: isBlocked, "aria-busy": String(isBlocked)}, el("legend", {class: "unseen"}, taskWords()), ...parts);
  for (const row of whole.querySelectorAll(ROWS)) rove(row);
  return [whole];
}

function hintElements(hint, match) {
  if (!hint) return [];
  const {words, row} = hint;
  return [el("p", {class: "hint"}, say(match, words), row && el("span", {class: "row"}, ...Array.from(row, letter => peg(letter, match.view.edition))))];
}

function resume() {
  seat = kept();
  note = null;
  leave();
  if (seat) begin(); else greet();
}

async function start() {
  const secret = secretOfAddress();
  addEventListener("hashchange", () => { if (location.hash) follow(secretOfAddress()); });
  addEventListener("storage", ({key, newValue}) => {
    if (key === TAB && newValue !== tab && where === "seat") {
      leave();
      where = "elsewhere";
      draw();
    } else if (key === SEAT && !newValue && where === "seat") end();
  });
  addEventListener("blur", coverNow);
  addEventListener("pagehide", coverNow);
  document.addEventListener("visibilitychange", coverNow);
  addEventListener("clockstage", tellStage);
  addEventListener("keydown", step);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, event => { isTouched = isTouched || event.isTrusted; stay(); });
  await loadWords();
  const known = secret || kept() ? secret : scannedBefore(), before = !secret && !kept() && waitedBefore();
  if (before) {
    scanned = before.asking.secret;
    ticket = scanned && newTicket(scanned);
    ({asking, seat} = before);
    wait();
  } else if (known) follow(known); else resume();
}

start();
