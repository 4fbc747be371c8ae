// The review of a match that is over: what each row achieved.

import { el, peg } from "./draw.js";
import { _, language, ngettext } from "./words.js";

const MOST_STARS = 5;

const decimal = value => value.toLocaleString(language(), {minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero"});

// Return the review as an element, or null where there is none.
export function review(match) {
  if (!match.review || !match.review.length) return null;
  return el("section", {class: "review", "aria-label": _("Review"), tabindex: 0}, el("h2", {}, _("Review")),
    ...match.review.map(round => roundElement(match.view, round)));
}

function roundElement(view, round) {
  const shown = view.done.find(one => one.number === round.round);
  return el("table", {}, el("caption", {}, _("Round {number}", {number: round.round})),
    el("thead", {}, el("tr", {}, ...[_("Row"), _("Stars"), _("Codes left"), _("Luck"), _("Better row")].map(text => el("th", {scope: "col"}, text)))),
    el("tbody", {}, ...round.rows.map((row, number) => rowElement(view.edition, row, number, shown && shown.rows[number]))),
    el("tfoot", {}, el("tr", {}, el("th", {scope: "row"}, _("In all")), el("td", {}, stars(round.stars)), el("td", {}),
      el("td", {}, decimal(round.luck)), el("td", {}, round.hints ? _("Hints: {count}", {count: round.hints}) : ""))));
}

function rowElement(edition, row, number, played) {
  const head = el("th", {scope: "row"}, String(number + 1), " ", played ? pegs(edition, played.guess) : "");
  if (!row) return el("tr", {}, head, el("td", {colspan: 4}, _("No code fits.")));
  const sign = row.is_exact ? "" : "~";
  return el("tr", {}, head, el("td", {}, stars(row.stars)), el("td", {}, `${sign}${row.before} → ${row.after}`),
    el("td", {}, decimal(row.luck)), el("td", {}, row.is_solved || row.stars > 3 || !played || row.best === played.guess ? "" : pegs(edition, row.best)));
}

function stars(count) {
  if (count === null) return "";
  // Translators: how well a row was played, such as 1 of 5 stars
  return el("span", {class: "stars", role: "img", "aria-label": ngettext("{count} of {most} stars", "{count} of {most} stars", count, {most: MOST_STARS})},
    "★".repeat(count) + "☆".repeat(MOST_STARS - count));
}

const pegs = (edition, code) => el("span", {class: "small", role: "img", "aria-label": code}, ...Array.from(code, letter => peg(letter, edition)));
