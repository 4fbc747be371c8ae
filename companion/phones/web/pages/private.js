// The private page of a seat: its hand, what it is asked for, and the board in small.

import { button, choiceButtons, hintWords, isSecret, kindOf, moveWords, ownElements, publicOf } from "./asks.js";
import { el, fill, peg } from "./draw.js";
import { connect } from "./link.js";
import { board, familyOf, renewClock, scoreList, task, timeless } from "./match.js";
import { Freshness, join, opened, seal } from "./phone.js";
import { _, languageField, loadWords, nameOf } from "./words.js";

const SEAT = "codemaker-seat", TAB = "codemaker-tab", tab = String(Math.random());
const ANSWER_MS = 5000; // A box that is busy with a hint takes a second.
const AGAIN_MS = 1000; // After a request that could not be sent, or was one too many.
const DOUBT_MS = 20000; // The longest time between two questions to a game that may not know this phone.
const COVER_MS = 20000; // What is seen is covered after this time without a touch.
const PEEK_MS = 400; // A press that is held longer shows what is covered until it ends.
const byId = id => document.getElementById(id);

let seat = null; // {phone, key, isKnown}: whether the game has answered it
let link = null, fresh = new Freshness(), asked = 0, sent = null;
let where = "letters"; // Or "joining", "seat", "elsewhere", "ended".
let newest = null, message = null, family = null, note = null; // The newest message is shown once its family is loaded.
let entry = null, chosen = null, code = null, isOpen = false, isLeaving = false, isRefused = false, covering = 0, held = 0;
let doubts = 0, again = 0; // How often somebody said, unsealed, that the game does not know this phone; when it is asked.

// The secret of an invitation is removed from the address bar and the history at once: other people may see those.
function secretOfAddress() {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  return secret;
}

async function post(path, fields) {
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(fields)});
  if (!answer.ok) throw new Error((answer.status === 409 && (await answer.json()).reason) || "away");
  return answer.status === 200 ? answer.json() : null;
}

async function enter(secret) {
  leave();
  where = "joining";
  note = null;
  draw();
  try {
    keep(await join(secret, fields => post("/join", fields)));
  } catch (failed) {
    where = "letters";
    const {message: reason} = failed;
    note = () => reason === "invitation" ? _("There is no invitation on the box. Choose Phones there.") : _("The box does not answer. Try again.");
    draw();
    return;
  }
  begin();
}

// Keep the key, so that the page goes on when it is loaded again; where nothing can be kept it goes on until then.
function keep(value) {
  seat = value;
  try {
    if (value) localStorage.setItem(SEAT, JSON.stringify(value)); else localStorage.removeItem(SEAT);
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
  link = connect(`/events?phone=${encodeURIComponent(seat.phone)}`, {
    // Where there are too many pages, what is asked shows that this one plays, and so there is a place for it.
    open: look, lost: lose, away: lose, sealed: receive, refused: refuse, full: look,
    // The game started again, or came back; what is said openly is only a reason to ask.
    state: state => { if (state.boot !== fresh.boot || !fresh.isCurrent) look(); },
  });
  draw();
}

// Stop talking to the game.
function leave() {
  if (link) link.close();
  link = null;
  clearTimeout(asked);
  cover();
  newest = message = entry = chosen = code = null;
}

function lose() {
  clearTimeout(asked);
  fresh.lose();
  sent = null;
  draw();
}

const look = () => { if (link && !fresh.waiting.size) request(message ? "look" : "enter"); };

function request(what, fields = {}) {
  const id = fresh.ask(), {boot, version} = fresh;
  clearTimeout(asked);
  asked = setTimeout(() => link && link.reconnect(), ANSWER_MS);
  post("/sealed", {phone: seat.phone, sealed: seal(seat.key, {to: "game", boot, version, id, do: what, ...fields})}).catch(() => {
    if (!fresh.waiting.has(id)) return;
    lose();
    asked = setTimeout(look, AGAIN_MS);
  });
  return id;
}

async function receive({phone, sealed}) {
  const got = where === "seat" && phone === seat.phone && opened(seat.key, sealed);
  if (!got) return;
  if (!fresh.accepts(got)) {
    if (got.boot !== fresh.boot) look();
    return;
  }
  if (!seat.isKnown) keep({...seat, isKnown: true});
  doubts = 0;
  if (!fresh.waiting.size) clearTimeout(asked);
  if (got.status === "ended") { end(message !== null && message.status === "confirm"); return; }
  if (got.id === sent) {
    note = got.refused ? () => refusal(got.refused) : null;
    if (got.refused) code = null;
    sent = null;
  }
  newest = got;
  const match = got.state, loaded = match && await familyOf(match);
  if (newest !== got) return;
  const before = message && place(message), isTime = got.id === null && match && message && telling(message) === telling(got);
  message = got;
  family = loaded;
  if (before !== place(got)) {
    entry = got.ask && kindOf(got.ask).start(got.ask);
    chosen = null;
    cover();
  }
  if (code) keepCode(match && match.view.round);
  if (isTime) drawClock(); else draw();
}

// Return what a message tells beside the clock.
const telling = ({boot, status, name, ask, hint, state}) => JSON.stringify([boot, status, name, ask, hint]) + timeless(state);

// Show a message in which only the clock is new.
function drawClock() {
  renewClock(message.state, family);
  byId("main").dataset.version = message.version;
  tellStage();
}

// What is entered belongs to a row: the next one may be asked for in the same words. A hint changes nothing here.
function place({boot, ask, state}) {
  const round = state && state.view.round;
  return JSON.stringify([boot, ask && {...ask, hint: null}, round && [round.number, round.rows.length]]);
}

// The code that was set here may be looked at until its round is over.
function keepCode(round) {
  if (round && code.round === null) code.round = round.number;
  else if ((round ? round.number : null) !== code.round) code = null;
}

const refusal = reason => ({
  stale: _("The board has changed. Look at it again."),
  turn: _("It is another player's turn."),
  rules: _("The rules do not allow this."),
  busy: _("The box is busy. Try again."),
}[reason] || _("The box did not take this. Do it on the box."));

// What is not sealed may come from anyone: a page whose key the game has answered asks again, until the player leaves it.
function refuse({phone, reason}) {
  if (!seat || phone !== seat.phone || reason !== "phone") return;
  if (seat.isKnown) {
    again = again || setTimeout(() => { again = 0; if (link) request("look"); }, Math.min(AGAIN_MS * 2 ** doubts++, DOUBT_MS));
  } else {
    leave();
    where = "letters";
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
  const {ask} = message, {round} = message.state.view;
  if (ask.for === "code" && text !== chosen) code = {round: round && round.number, row: entry.row};
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

function lookButton() {
  const made = button("look", isOpen ? _("Cover") : _("Look: tap or hold"), event => {
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
  const focused = document.activeElement && document.activeElement.dataset.name, old = document.querySelector("form input");
  byId("main").className = where;
  const parts = {letters: lettersForm, joining: () => [], seat: seatElements, elsewhere: elsewhereElements, ended: endedElements}[where]();
  fill(byId("main"), ...parts.filter(Boolean));
  if (old && where === "letters") byId("main").querySelector("input").value = old.value;
  const table = document.querySelector(".table"), row = document.querySelector(".row.newest");
  if (row) table.scrollTop = row.offsetTop - table.clientHeight / 2;
  const again = focused && Array.from(document.querySelectorAll("[data-name]")).find(one => one.dataset.name === focused);
  if (again) again.focus({preventScroll: true});
  byId("main").dataset.version = message ? message.version : "";
  byId("name").textContent = where === "seat" && message ? ownName() : "Codemaker";
  tell(byId("task"), taskWords());
  tell(byId("trouble"), troubleWords());
  tellStage();
}

// A screen reader says a text when it changes.
const tell = (element, text) => { if (element.textContent !== text) element.textContent = text; };

function tellStage() {
  const match = where === "seat" && message && message.state;
  tell(byId("stage"), match && family.stage ? family.stage(match) : "");
}

const ownName = () => nameOf({players: [message.name]}, 0);

function taskWords() {
  if (where === "joining" || where === "seat" && !message) return _("Asking the box …");
  if (where !== "seat") return "";
  if (message.status === "confirm") return _("Look at the box: it asks whether this phone may play for {name}.", {name: ownName()});
  const match = message.state;
  if (!match) return _("No match is open. Start one on the box.");
  const title = message.ask && kindOf(message.ask).title(message.ask);
  if (title) return title;
  return task({match, status: match.outcome ? "over" : match.to_move === null ? "box" : "move"}, family);
}

function troubleWords() {
  if (where === "seat" && !fresh.isCurrent && doubts > 1) return _("The box may not know this phone any more. Trying again …");
  return where === "seat" && !fresh.isCurrent && message ? _("No connection to the box. Trying again …") : note ? note() : "";
}

const tools = (...more) => el("div", {class: "tools"}, languageField(draw), ...more);

function lettersForm() {
  const input = el("input", {id: "letters", maxlength: 6, minlength: 6, autocomplete: "off", autocapitalize: "characters",
    autocorrect: "off", spellcheck: "false", required: "", "data-name": "letters"});
  const form = el("form", {}, el("label", {for: "letters"}, _("Six letters from the box")), input, el("button", {class: "send"}, _("Play with this phone")),
    el("p", {}, _("On the box, choose Phones and a player. Scan the code there, or type its letters.")));
  form.onsubmit = event => {
    event.preventDefault();
    enter(input.value.toUpperCase());
  };
  return [form, kept() && button("again", _("Try again as before"), resume), tools()];
}

const elsewhereElements = () => [el("p", {}, _("Another page of this phone is playing.")), button("here", _("Play on this page"), resume)];
const endedElements = () => [el("p", {}, isRefused ? _("The box did not let this phone play.") : _("This phone plays no longer.")), button("anew", _("Play again"), () => { where = "letters"; draw(); }), tools()];

function seatElements() {
  const leaving = isLeaving ? el("div", {class: "leaving"}, button("leave", _("End on this phone"), () => { request("leave"); end(); isLeaving = false; }),
    button("stay", _("Back"), () => { isLeaving = false; draw(); })) : button("leaving", _("End on this phone …"), () => { isLeaving = true; draw(); });
  const match = message && message.state;
  if (!match) return [tools(leaving)];
  const open = publicOf(match, message.seat), shown = board(open, family);
  shown.setAttribute("aria-hidden", "true");
  return [
    family.clock && family.clock(match),
    // It scrolls, with the keyboard too.
    el("section", {class: "table", tabindex: 0, "data-name": "table", "aria-label": family.title(match)}, shown,
      el("ul", {class: "unseen"}, ...family.sentences(open).map(line => el("li", {}, line))), scoreList(match, family), ...family.aside(match)),
    el("section", {class: "own"}, ...ownSection(match)),
    message.ask && el("section", {class: "ask"}, ...askElements(match)),
    tools(leaving)];
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
  const change = fields => { entry = {...entry, ...fields}; chosen = null; note = null; draw(); };
  const choose = text => { chosen = text === chosen ? null : text; note = null; draw(); };
  const choices = isSecret(ask, match) && !isOpen ? [] : (ask.choices || []).concat(ask.also || []);
  const text = chosen || kind.text(ask, entry);
  const words = text && (chosen || ask.kind !== "row" ? moveWords(text, match) : kind.words(ask));
  const send_ = button("send", words || _("Choose first"), () => send(text), {class: "send", disabled: !text});
  const parts = [...hintElements(hint, match), ...kind.controls(ask, entry, change, match, isOpen),
    el("div", {class: "choices"}, ...choiceButtons(choices, chosen, match, choose),
      ask.hint && button("hint", _("Hint"), () => { sent = request("hint"); draw(); }, {class: "choice"})),
    choices.length || ask.kind !== "choice" ? send_ : null].filter(Boolean);
  const whole = el("fieldset", {disabled: isBlocked, "aria-busy": String(isBlocked)}, el("legend", {class: "unseen"}, taskWords()), ...parts);
  return [whole];
}

function hintElements(hint, match) {
  if (!hint) return [];
  const [words, row] = hintWords(hint, match);
  return [el("p", {class: "hint"}, words, row && el("span", {class: "row"}, ...Array.from(row, letter => peg(letter, match.view.edition))))];
}

function resume() {
  seat = kept();
  note = null;
  if (seat) begin(); else { where = "letters"; draw(); }
}

async function start() {
  const secret = secretOfAddress();
  addEventListener("hashchange", () => enter(secretOfAddress()));
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
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stay);
  await loadWords();
  if (secret) enter(secret); else resume();
}

start();
