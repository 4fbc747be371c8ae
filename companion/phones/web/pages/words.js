// The texts of the pages in the reader's language, and the choice of that language.

const KEPT = "codemaker-language", SOURCE = "en";
let words = {texts: {}}, languages = {en: "English"}, own = "en", isChosen = false;

export const language = () => own;

const filled = (text, values) => text.replace(/{(\w+)}/g, (all, key) => key in values ? values[key] : all);

// Return a text in the reader's language with its values filled in: _("Round {number}", {number: 3}).
export const _ = (text, values = {}) => filled(words.texts[text] || text, values);

// Return the one of two texts that belongs to *count*, in the plural forms of the reader's language, with *count* and
// other values filled in.
export function ngettext(one, many, count, values = {}) {
  const {forms, rule} = words, form = forms ? forms[one][rule[count < 200 ? count : 100 + count % 100]] : count === 1 ? one : many;
  return filled(form, {count, ...values});
}

// Return the words in the reader's language, or in English, of what the box sends in several: [{language, name}, ...].
export const inOwn = words => words.find(one => one.language === own) || words.find(one => one.language === "en") || words[0];

// Return the name of a player as it is shown: default names are stored in English.
export function shownName(name) {
  const found = /^(Player|Box) (\d+)$/.exec(name);
  if (!found) return name;
  const number = found[2];
  return found[1] === "Box" ? _("Box {number}", {number}) : _("Player {number}", {number});
}

export const nameOf = (match, seat) => shownName(match.players[seat]);

// Return the words of what the box says of *match*: a phrase with its values, a name, a colour by its letter, or a list.
export function say(match, part) {
  if (Array.isArray(part)) return part.map(one => say(match, one)).join(", ");
  if (part === null || typeof part !== "object") return String(part);
  if ("name" in part) return shownName(part.name);
  if ("colour" in part) return inOwn(match.view.edition.colours.find(one => one.letter === part.colour).words).name;
  const values = Object.fromEntries(Object.entries(part.values || {}).map(([key, value]) => [key, say(match, value)]));
  return part.plural ? ngettext(part.text, part.plural, part.count, values) : _(part.text, values);
}

// Return names as a list in a sentence.
export const listed = names =>
  names.length < 2 ? names.join("") : _("{names} and {name}", {names: names.slice(0, -1).join(", "), name: names[names.length - 1]});

const fetched = async path => (await fetch(path)).json();

// Load the texts of *wish*, of the language that was chosen earlier, that the browser asks for, or that the server speaks.
export async function loadWords(wish) {
  // The server writes them into the page.
  const index = JSON.parse(document.documentElement.dataset.languages);
  languages = index.languages;
  const wishes = [wish, kept(), ...navigator.languages.map(tag => tag.split("-")[0])], found = wishes.find(tag => tag in languages);
  isChosen = isChosen || kept() in languages;
  own = found || (index.language in languages ? index.language : "en");
  words = own === SOURCE ? {texts: {}} : await fetched(`/w/${own}.json`);
  document.documentElement.lang = own;
}

// Return whether a page for all is to be in *tag*, the language of the box, instead: none was chosen here.
export const follows = tag => !isChosen && tag !== own && tag in languages;

function kept() {
  try { return localStorage.getItem(KEPT); } catch (refused) { return null; }
}

// Return a field that changes the language and then calls *changed*.
export function languageField(changed) {
  const field = document.createElement("select");
  const fill = () => {
    field.setAttribute("aria-label", _("Language"));
    field.textContent = "";
    field.append(...Object.keys(languages).map(tag => new Option(languages[tag], tag, false, tag === own)));
  };
  field.onchange = async () => {
    isChosen = true;
    try { localStorage.setItem(KEPT, field.value); } catch (refused) { /* It holds for this visit. */ }
    await loadWords(field.value);
    fill();
    changed();
  };
  fill();
  return field;
}
