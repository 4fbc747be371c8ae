// The clock of a turn, which the page counts down by itself between two states.

import { el } from "./draw.js";
import { boxNow } from "./link.js";
import { _ } from "./words.js";

const LAST_S = 5; // The last seconds of the limit, which are marked.
const WARNINGS_S = [60, 30, 10]; // Said once each.
const SLACK_MS = 5; // A timer may be early by less.
let shown = null, next = 0;

// Return {stage, seconds} of *clock* now: `free` and `limit` end without a state that says so. The seconds are null in
// stages without an end, and while it is not known what the box's clock shows.
function reading({stage, is_running, ends_ms, left_ms}) {
  const now = boxNow(), left = !is_running ? left_ms : ends_ms === null || now === null ? null : ends_ms - now;
  const isOver = left !== null && left <= 0;
  return {stage: isOver ? {free: "open", limit: "up"}[stage] : stage, seconds: left === null ? null : Math.ceil(Math.max(0, left) / 1000), left};
}

const isLast = (clock, {stage, seconds}) => clock.is_running && stage === "limit" && seconds !== null && seconds <= LAST_S;

const isWarning = (clock, {stage, seconds}) => clock.is_running && stage === "limit" && WARNINGS_S.includes(seconds);

// Return the sentence that says the stage of *clock*, or in the seconds of a warning how many are left; an empty text
// without a clock.
export function stageWords(clock) {
  if (!clock) return "";
  if (!clock.is_running) return _("The clock is paused.");
  const now = reading(clock);
  return isWarning(clock, now) ? _("{count} seconds left.", {count: now.seconds}) : stageSentence(now.stage);
}

function stageSentence(stage) {
  switch (stage) {
    case "free": return _("Time to think.");
    case "open": return _("A limit may be set.");
    case "limit": return _("The limit runs.");
  }
  return _("Time is up.");
}

function digits({stage, seconds}) {
  if (seconds === null) return stage === "open" || stage === "up" ? "0:00" : "–:––";
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Return the element of *clock*, or of one that has not begun for null. It counts down while it is in the page; at the
// end of a stage, and at a warning, the window gets the event `clockstage`.
export function clockElement(clock) {
  const time = el("b", {}), words = el("span", {}), element = el("div", {role: "timer", "aria-label": _("Clock of the turn")}, time, words);
  shown = {clock, element, time, words, stage: null};
  update();
  return element;
}

// Return the clock of *match*, or null where none is counted now.
export const clockOf = match => !match.outcome && (match.clock || (match.view.rules || {}).clock) ? clockElement(match.clock) : null;

function update() {
  const {clock, element, time, words, stage} = shown;
  clearTimeout(next);
  if (!clock) {
    element.className = "clock paused";
    time.textContent = "–:––";
    words.textContent = _("The clock has not begun.");
    return;
  }
  const now = reading(clock), last = isLast(clock, now);
  element.className = `clock ${clock.is_running ? now.stage : "paused"}${last ? " urgent" : ""}`;
  time.textContent = digits(now);
  words.textContent = last ? _("Last seconds.") : stageWords(clock);
  shown.stage = now.stage;
  if (stage && (stage !== now.stage || isWarning(clock, now))) dispatchEvent(new Event("clockstage"));
  if (clock.is_running && now.left > 0) next = setTimeout(tick, now.left - 1000 * (now.seconds - 1) + SLACK_MS);
}

// What is no longer in the page, or cannot be known now, is left as it is.
const tick = () => { if (shown.element.isConnected && boxNow() !== null) update(); };
