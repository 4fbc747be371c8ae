// The page of a hall: the tables of an event, each with its place, what it has found, and the rows that it plays now.

const words = JSON.parse(document.body.dataset.words);
const byId = id => document.getElementById(id);
const SIZES = [[12, "22rem", "2rem"], [40, "15rem", "1.5rem"], [120, "11rem", "1.15rem"], [Infinity, "8rem", ".9rem"]];
const tables = new Map(); // By name: the element, and what it shows.
// By the names of tables, of which one may be that of a property of all objects.
const named = fields => Object.assign(Object.create(null), fields);
let standings = named({}), boards = named({}), shown = {away: true, status: "", title: "", rounds: [], final: false};

// Return what a round is called: by its title, or by its number in the language of the page.
const titleOf = ({title, number}) => title || words.round.replace("{number}", number);

function tableOf(name) {
  if (!tables.has(name)) {
    const element = document.createElement("article");
    element.className = "table";
    element.innerHTML = "<p><span class='place'></span><b></b></p><p class='sum'></p><p class='now'></p>";
    element.querySelector("b").textContent = name;
    element.onclick = () => { if (boards[name]) showBoards(name); };
    element.onkeydown = event => { if (event.key === "Enter") element.onclick(); };
    byId("tables").append(element);
    tables.set(name, {element, state: [0, 0, 0, true]});
  }
  return tables.get(name);
}

function drawTable(name) {
  const {element, state: [round, rows, , isThere]} = tableOf(name), [place, solved, sum, time] = standings[name] || [null, 0, 0, ""];
  element.querySelector(".place").textContent = place ? `${place}.` : "";
  element.querySelector(".sum").textContent = place ? `${words.found} ${solved} · ${words.rows} ${sum} · ${time}` : "";
  // A square for each row: how far a table is can be seen without reading.
  element.querySelector(".now").textContent = round ? "▪".repeat(rows) || "·" : "";
  element.classList.toggle("plays", round > 0);
  element.classList.toggle("gone", !isThere);
  element.style.order = place || 100000;
  element.classList.toggle("open", Boolean(boards[name]));
  element.tabIndex = boards[name] ? 0 : -1;
  if (boards[name]) element.setAttribute("role", "button");
  else element.removeAttribute("role");
}

// Show the boards of a table, of the rounds that are over.
async function showBoards(name) {
  const boards = await (await fetch(`/board/${name}`)).json(), dialog = byId("boards");
  const parts = boards.flatMap(({colours, rows, letters, ...round}) => [Object.assign(document.createElement("h3"), {textContent: titleOf(round)}), ...rows.map(([row, black, white], at) => {
    const line = document.createElement("p"), own = letters[document.documentElement.lang] || {}, said = Array.from(row, letter => own[letter] || letter);
    line.setAttribute("aria-label", `${at + 1}. ${said.join("")} ${"●".repeat(black)}${"○".repeat(white)}`);
    line.append(...Array.from(row, (letter, place) => {
      const peg = Object.assign(document.createElement("span"), {className: "peg", textContent: said[place]});
      peg.style.setProperty("--peg", colours[letter] || "transparent");
      return peg;
    }), "●".repeat(black) + "○".repeat(white));
    return line;
  })]);
  byId("whose").textContent = name;
  byId("rows").replaceChildren(...parts);
  dialog.showModal();
}

function drawHead() {
  byId("title").textContent = shown.title || "Codemaker";
  document.title = shown.title || "Codemaker";
  byId("round").textContent = shown.rounds.filter(one => one.status === "open").map(titleOf).join(", ");
  const note = shown.away ? words.away : !tables.size ? words.none : shown.final && Object.keys(standings).length ? words.final : "";
  byId("note").textContent = note;
  byId("note").className = shown.away ? "bad" : "";
  const [, tile, size] = SIZES.find(([most]) => tables.size <= most);
  byId("tables").style.setProperty("--tile", tile);
  byId("tables").style.setProperty("--size", size);
}

function take({tables: told = {}, standings: ranked, boards: more = {}, ...rest}) {
  Object.assign(shown, rest);
  Object.assign(boards, more);
  const changed = new Set([...Object.keys(told), ...Object.keys(more)]);
  for (const name of Object.keys(told)) tableOf(name).state = told[name];
  if (ranked) {
    const lines = named(ranked), same = name => JSON.stringify(lines[name]) === JSON.stringify(standings[name]);
    for (const name of [...Object.keys(lines), ...Object.keys(standings)]) if (!same(name)) changed.add(name);
    standings = lines;
  }
  for (const name of changed) drawTable(name);
  drawHead();
  document.body.dataset.tables = tables.size;
}

byId("close").textContent = words.close;
byId("close").onclick = () => byId("boards").close();
const events = new EventSource("/events");
events.onmessage = event => take(JSON.parse(event.data));
// The browser connects again by itself.
events.onerror = () => { shown.away = true; drawHead(); };
