// The seals that this browser has seen, and what it says of them at a reveal.

import { el } from "./draw.js";
import { sealOf } from "./seal.js";
import { _ } from "./words.js";

const KEPT = "codemaker-seals";

// Remembers the seals of a match, so that what is revealed is held against what was shown before.
export class Seals {
  constructor() {
    try { this.kept = JSON.parse(localStorage.getItem(KEPT)) || {}; } catch (failed) { this.kept = {}; }
  }

  // Take in the seals of *match*. Return what is shown: {seals, lines: the opened ones, verdict: null or a word}.
  look(match) {
    const seals = match.seals || [], opened = match.opened || [], round = match.view.round;
    const id = JSON.stringify([match.number, match.game, match.players]);
    if (this.kept.id !== id) this.kept = {id, round: 0, seals: []};
    if (seals.length) this.keep(seals, opened, round ? round.number : 0, match.family === "pegs" && round && round.rows.length);
    // In a peg game one code is sealed at a time, so a seal means that the last one is no longer of interest.
    if (!opened.length || seals.length && match.family === "pegs") return {seals, lines: [], verdict: null};
    const last = opened.lastIndexOf(this.kept.last), lines = this.kept.seals.length ? opened.slice(last + 1) : opened.slice(-1);
    return {seals, lines, verdict: lines.length ? this.verdict(lines, match) : null};
  }

  // A code has one seal, shown before its first row: one that comes after *rows* does not take its place.
  keep(seals, opened, number, rows) {
    const isNew = this.kept.round !== number || rows === 0;
    if (!isNew && rows) return;
    const both = isNew ? seals : Array.from(new Set([...this.kept.seals, ...seals]));
    this.kept = {id: this.kept.id, round: number, seals: both, last: opened[opened.length - 1]};
    try { localStorage.setItem(KEPT, JSON.stringify(this.kept)); } catch (refused) { /* It holds for this visit. */ }
  }

  verdict(lines, match) {
    const done = (match.view.done || []).slice(-1)[0], round = match.view.round;
    const code = round && round.code || done && done.code;
    // What is opened has to be the code on the board, too.
    if (code && !lines[lines.length - 1].split(/[ :]/).includes(code)) return "wrong";
    if (!this.kept.seals.length) return "late";
    return lines.every(line => this.kept.seals.includes(sealOf(line))) ? "right" : "wrong";
  }
}

// Return the sentence of a verdict.
export function verdictWords(verdict) {
  switch (verdict) {
    case "right": return _("What was sealed was not changed.");
    case "wrong": return _("The seal does not match.");
    case "late": return _("This page was opened after the seal was shown. Compare it with your note.");
  }
  return "";
}

// Return the element that shows the seal and, after the reveal, what came of it; null without a seal.
export function sealElement({seals, lines, verdict}) {
  const shown = verdict ? lines.map(sealOf) : seals;
  if (!shown.length) return null;
  const sign = {right: "✓ ", wrong: "✗ "}[verdict] || "";
  return el("div", {class: `seal ${verdict || "closed"}`}, el("h2", {}, shown.length > 1 ? _("Seals: {count}, the newest:", {count: shown.length}) : _("Seal")),
    el("p", {class: "letters"}, shown[shown.length - 1]),
    verdict && lines.length === 1 ? el("p", {class: "line"}, lines[0]) : null,
    verdict ? el("p", {class: "verdict"}, sign + verdictWords(verdict)) : null);
}
