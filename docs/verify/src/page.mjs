// The page: what is given, the verdict in words, the lines. Content goes into the page as text only.

import { utf8 } from "./bytes.mjs";
import { foreignFile } from "./foreign.mjs";
import { PAGE } from "./page_words.mjs";
import { verifyBundle } from "./verify.mjs";
import {
  CODES, COLOURS, CONTENTS, FOREIGN, LIMITS, NOTES, ROLES, changedInWords, contentsInWords, moment, namesOf, noteInWords, placeInWords,
  say, streamInWords, visible,
} from "./words.mjs";

const SHOWN = 400;
const state = { lang: "it", bundle: null, name: "", gameBytes: null, result: null, foreign: null, all: false };

const byId = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const word = (name, facts) => say(PAGE[name], state.lang, facts);

/** An element with a class and with children, which are elements or texts. */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null));
  return element;
}

function rows(pairs) {
  const list = make("dl", "");
  for (const [name, value] of pairs) list.append(make("dt", "", name), make("dd", "", value));
  return list;
}

function code(text) {
  return make("span", "code", visible(String(text)));
}

function sizeInWords(bytes) {
  return bytes < 10_000 ? `${bytes} B` : bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1e6)} MB`;
}

/** Puts the words of the language in place; a verdict is written again. */
function speak() {
  document.documentElement.lang = state.lang;
  document.title = "Plancia · " + word("brand");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) element.textContent = word(element.dataset.say);
  byId("language").textContent = word("language");
  byId("language").lang = state.lang === "it" ? "en" : "it";
  showFile();
  if (state.result) show(state.result);
}

function showFile() {
  const facts = { name: state.name, size: sizeInWords(state.bundle?.length ?? 0) };
  byId("file").textContent = state.bundle ? word("chosen", facts) : "";
  byId("check").disabled = !state.bundle;
  byId("state").textContent = state.bundle ? "" : word("need");
}

async function take(file) {
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.rgn$/i.test(file.name)) {
    state.gameBytes = bytes;
    byId("game").value = new TextDecoder().decode(bytes);
    byId("more").setAttribute("open", "");
    return;
  }
  state.bundle = bytes;
  state.name = file.name;
  showFile();
}

/** What was typed beside the bundle. A single verifier key, or else the text of a policy. */
function typed() {
  const [head, key, game] = ["head", "key", "game"].map((id) => byId(id).value);
  const given = {};
  if (head.trim()) given.head = head;
  if (key.trim()) given[/^[^\s+]+\+[0-9a-f]{8}\+\S+$/.test(key.trim()) ? "key" : "policy"] = key;
  if (game.trim()) given.game = state.gameBytes ?? utf8(game);
  return given;
}

async function check() {
  byId("state").textContent = word("working");
  byId("check").disabled = true;
  state.all = false;
  state.result = await verifyBundle(state.bundle, typed());
  state.foreign = ["json", "utf8", "format"].includes(state.result.code) ? await foreignFile(state.bundle) : null;
  showFile();
  show(state.result);
  /** @type {HTMLElement} */ (byId("result").querySelector(".verdict")).focus();
}

function show(result) {
  const place = byId("result");
  place.replaceChildren(verdict(result), ...(result.proven ? provenParts(result) : []), limits(result), ...lineParts(result), details(result), actions());
  place.hidden = false;
  document.body.dataset.code = result.code;
}

function verdict(result) {
  const box = make("section", `verdict ${result.level}`);
  box.tabIndex = -1;
  box.setAttribute("aria-live", "polite");
  const mark = result.level === "amber" && result.ok ? "mark_amber_ok" : `mark_${result.level}`;
  box.append(make("p", "mark", word(mark)));
  if (result.ok) {
    const kind = result.proven.game ? "game" : "other";
    const missing = result.notes.filter((note) => note.code === "dispute-absent");
    box.append(make("h2", "", word(missing.length ? "cited_amber" : `${kind}_${result.level}`)));
    box.append(...missing.map((note) => make("p", "warning", noteInWords(note, state.lang))), make("p", "", story(result)));
    if (result.proven.contents) box.append(...contentsParts(result.proven));
    return box;
  }
  if (state.foreign?.kind) {
    box.append(make("h2", "", visible(say(FOREIGN[state.foreign.kind], state.lang, state.foreign))));
    box.append(make("p", "", say(FOREIGN.needed, state.lang)));
    return box;
  }
  box.append(make("h2", "", say(CODES[result.code], state.lang, result.facts)));
  if (state.foreign) box.append(make("p", "", say(FOREIGN.needed, state.lang)));
  const where = placeInWords(result.where, state.lang);
  if (where) box.append(make("p", "", word("place", { place: where })));
  const { facts } = result;
  const lines = result.code === "game" ? "" : changedInWords(result, state.lang);
  if (lines) box.append(make("p", "", lines));
  if (result.code === "game") {
    const given = word("given", { line: facts.given_line ?? "?" });
    box.append(rows([[word("recorded"), shownLine(facts.recorded)], [given, shownLine(facts.given)]]));
  }
  return box;
}

/** What the bundle contains, and that what was left out of it is not seen. */
function contentsParts(proven) {
  const items = contentsInWords(proven, state.lang).map(({ level, text }) => make("li", level ? "part" : "", text));
  const title = make("p", "", say(CONTENTS.contains, state.lang));
  return [title, make("ul", "", ...items), make("p", "", say(NOTES["left-out"], state.lang))];
}

function shownLine(text) {
  return text === null || text === undefined ? word("absent") : code(text);
}

function whenAndWho(stream) {
  const [from, to] = [stream.recorded_from, stream.recorded_to];
  const facts = { from: from === null ? "" : moment(from), to: to === null ? "" : moment(to) };
  const when = from === null ? "unknown_when" : from === to ? "on" : "between";
  const who = stream.roles.map((role) => say(ROLES[role], state.lang)).join(", ");
  return { when: word(when, facts), who: who || word("unknown_who") };
}

function story({ proven, notes }) {
  const [stream] = proven.streams;
  if (!stream.events) return word("story_bare", { index: stream.last_index });
  const told = word("story", { lines: proven.game?.lines ?? stream.events, ...whenAndWho(stream) });
  const earlier = notes.find((note) => note.code === "game-earlier");
  if (earlier) return `${told} ${noteInWords(earlier, state.lang)}`;
  return proven.game_check === "equal" ? `${told} ${word("equal")}` : told;
}

const SEATS = ["Red", "Blue", "Green", "Yellow", "Black", "Violet"];

function players(proven) {
  const names = namesOf(proven.people);
  const seats = (proven.game?.headers ?? []).filter(([name]) => SEATS.includes(name));
  return seats.map(([seat, value]) => {
    const known = names.get(value);
    return `${say(COLOURS[seat], state.lang)}: ${visible(known === undefined ? value : `${known} (${value})`)}`;
  });
}

function provenParts({ proven }) {
  const [stream] = proven.streams;
  const { when, who } = whenAndWho(stream);
  const witnesses = proven.witnesses.map((one) => word("witness", { name: one.key, time: moment(one.time * 1000) }));
  const place = { first: stream.first_index ?? "?", last: stream.last_index, size: proven.size };
  const seats = players(proven);
  const known = [...namesOf(proven.people)].map(([reference, name]) => visible(`${name} = ${reference}`));
  const only = stream.first_index === stream.last_index;
  const list = [
    [word("f_subject"), code(proven.subject.id)],
    ...(known.length ? [[word("f_people"), known.join(", ")]] : []),
    ...(seats.length ? [[word("f_players"), seats.join(", ")]] : []),
    [word("f_recorded"), `${when}, ${who}`],
    [word("f_place"), word(only ? "f_place_one" : "f_place_value", place)],
    [word("f_head"), word(`head_${proven.head_check}`)],
    [word("f_key"), word(`key_${proven.key.source}`, { id: proven.key.id })],
    [word("f_witnesses"), witnesses.length ? make("div", "", ...witnesses.map((one) => make("div", "", one))) : word("no_witness")],
  ];
  return [make("h2", "", word("facts")), rows(list)];
}

function limits({ notes }) {
  const parts = [];
  for (const [title, chosen] of [["remarks", (one) => !LIMITS.includes(one.code)], ["limits", (one) => LIMITS.includes(one.code)]]) {
    const items = notes.filter(chosen).map((note) => make("li", note.code === "dispute-absent" ? "warning" : "", noteInWords(note, state.lang)));
    if (items.length) parts.push(make("h2", "", word(title)), make("ul", "", ...items));
  }
  return make("section", "", ...parts);
}

function lineParts({ lines }) {
  if (!lines.length) return [];
  const shown = state.all ? lines : lines.slice(0, SHOWN);
  const head = make("tr", "", ...["c_number", "c_line", "c_time"].map((name) => make("th", "", word(name))));
  const body = make("tbody", "", ...shown.map((line, at) => lineRow(line, lines[at - 1])));
  const parts = [make("h2", "", word("lines")), make("table", "", make("thead", "", head), body)];
  if (shown.length < lines.length) {
    const more = make("button", "no-print", word("all_lines"));
    more.addEventListener("click", () => {
      state.all = true;
      show(state.result);
    });
    parts.push(make("p", "hint", word("first_lines", { shown: shown.length, all: lines.length })), more);
  }
  return parts;
}

/** One line; the time stands where another entry begins. */
function lineRow(line, before) {
  const fresh = !before || before.index !== line.index;
  const time = line.at === null || !fresh ? "" : moment(line.at).replace(" UTC", "");
  const number = before && before.event === line.event ? "" : String(line.event);
  const look = [line.event ? "" : "header", fresh ? "entry" : ""].join(" ").trim();
  return make("tr", look, make("td", "", number), make("td", "code", visible(line.text)), make("td", "", time));
}

function details(result) {
  const pairs = [[word("d_code"), code(result.code)]];
  const { proven } = result;
  if (proven) {
    pairs.push([word("d_head"), code(proven.head)], [word("d_root"), code(proven.root)]);
    pairs.push([word("d_print"), code(proven.key.fingerprint)]);
    if (proven.game) pairs.push([word("d_text"), code(proven.game.sha256)]);
    for (const one of proven.streams) {
      const counts = word("d_stream", { entries: one.entries, last: one.last_index });
      const isGame = one.stream === proven.game?.id;
      const last = isGame ? `, ${word("d_game", { event: one.events - 1 })}` : "";
      pairs.push([make("span", "", streamInWords(one.stream, state.lang)), counts + last]);
    }
    for (const one of proven.files) pairs.push([word("d_file", { size: one.size }), code(one.sha256)]);
  }
  return make("details", "", make("summary", "", word("details")), rows(pairs));
}

function actions() {
  const print = make("button", "", word("print"));
  print.addEventListener("click", () => window.print());
  const again = make("button", "", word("again"));
  again.addEventListener("click", () => {
    Object.assign(state, { bundle: null, name: "", result: null, foreign: null });
    byId("bundle").value = "";
    byId("result").hidden = true;
    showFile();
    byId("bundle").focus();
  });
  return make("div", "check no-print", print, again);
}

function start() {
  state.lang = navigator.language.toLowerCase().startsWith("it") ? "it" : "en";
  byId("language").addEventListener("click", () => {
    state.lang = state.lang === "it" ? "en" : "it";
    speak();
  });
  byId("bundle").addEventListener("change", () => take(byId("bundle").files[0]));
  byId("game").addEventListener("input", () => (state.gameBytes = null));
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      byId("drop").classList.toggle("over", kind === "dragenter" || kind === "dragover");
    });
  }
  document.addEventListener("drop", async (event) => {
    for (const file of event.dataTransfer?.files ?? []) await take(file);
  });
  speak();
}

start();
