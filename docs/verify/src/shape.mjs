// The outer form of a bundle: a JSON object with exactly the members of plancia-bundle/1.

import { Refusal, bytesOfBase64, bytesOfHex, textOf } from "./bytes.mjs";
import { JsonProblem, natural, parseJson } from "./json.mjs";

export const FORMAT = "plancia-bundle/1";
const LARGEST = 256 * 1024 * 1024;
const REQUIRED = ["format", "subject", "origin", "key", "streams", "consistency"];
const OPTIONAL = ["people", "files"];

function shape(path) {
  return new Refusal("shape", { path });
}

export function need(good, path) {
  if (!good) throw shape(path);
}

export function members(value, required, optional, path) {
  need(value instanceof Map, path);
  for (const name of required) need(value.has(name), `${path}.${name}`);
  for (const name of value.keys()) need(required.includes(name) || optional.includes(name), `${path}.${name}`);
}

export function isText(value) {
  return typeof value === "string" && value !== "" && !/[\u0000-\u001f]/.test(value);
}

/** The JSON value of an evidence file, a bundle's or a receipt's. */
export function readFile(bytes) {
  if (bytes.length > LARGEST) throw new Refusal("size", {}, { most: LARGEST });
  const text = textOf(bytes);
  if (text === null) throw new Refusal("utf8");
  return parsed(text);
}

/** The bundle of a JSON value: names, bytes of the entries and proofs, nothing checked but the form. */
export function readBundle(bundle) {
  if (!(bundle instanceof Map) || bundle.get("format") !== FORMAT) throw new Refusal("format");
  members(bundle, REQUIRED, OPTIONAL, "");
  const streams = readStreams(bundle.get("streams"));
  need(isText(bundle.get("origin")), ".origin");
  need(bundle.get("key") === null || isText(bundle.get("key")), ".key");
  return {
    subject: readSubject(bundle.get("subject"), streams),
    origin: bundle.get("origin"),
    key: bundle.get("key"),
    streams,
    consistency: readConsistency(bundle.get("consistency")),
    people: readPeople(bundle.get("people") ?? new Map()),
    files: readFiles(bundle.get("files") ?? new Map()),
  };
}

function parsed(text) {
  try {
    return parseJson(text);
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    const before = text.slice(0, problem.at);
    const line = before.split("\n").length;
    throw new Refusal("json", { line, character: problem.at - before.lastIndexOf("\n") }, { kind: problem.kind });
  }
}

function readSubject(value, streams) {
  members(value, [], ["game", "dispute"], ".subject");
  need(value.size === 1, ".subject");
  const [[kind, id]] = value;
  need(isText(id), `.subject.${kind}`);
  const name = kind === "game" ? id : `dispute:${id}`;
  if (streams[0].name !== name) throw new Refusal("subject", { stream: streams[0].name, path: ".subject" }, { id });
  return { kind, id };
}

function readStreams(value) {
  need(Array.isArray(value) && value.length, ".streams");
  const seen = new Set();
  return value.map((one, at) => {
    const path = `.streams[${at}]`;
    members(one, ["stream", "entries", "proof"], [], path);
    const name = one.get("stream");
    need(isText(name), `${path}.stream`);
    need(!seen.has(name), `${path}.stream`);
    seen.add(name);
    const list = one.get("entries");
    need(Array.isArray(list) && list.length, `${path}.entries`);
    need(typeof one.get("proof") === "string", `${path}.proof`);
    return { name, raw: list.map((item, entry) => entryBytes(item, name, entry, path)), proofText: one.get("proof") };
  });
}

function entryBytes(item, stream, entry, path) {
  need(typeof item === "string", `${path}.entries[${entry}]`);
  const bytes = bytesOfBase64(item);
  if (!bytes) throw new Refusal("base64", { stream, entry, index: null, column: "entries" });
  return bytes;
}

function readConsistency(value) {
  need(Array.isArray(value), ".consistency");
  return value.map((one, at) => {
    const path = `.consistency[${at}]`;
    members(one, ["size", "root", "proof"], [], path);
    const size = natural(one.get("size"));
    need(size, `${path}.size`);
    const root = hashOf(one.get("root"), `${path}.root`);
    const proof = one.get("proof");
    need(Array.isArray(proof) && proof.length <= 128, `${path}.proof`);
    return { size, root, proof: proof.map((item, step) => hashOf(item, `${path}.proof[${step}]`)) };
  });
}

function hashOf(value, path) {
  need(typeof value === "string", path);
  const bytes = bytesOfBase64(value);
  if (bytes?.length !== 32) throw new Refusal("base64", { path });
  return bytes;
}

function readPeople(value) {
  need(value instanceof Map, ".people");
  return [...value].map(([reference, one]) => {
    const path = `.people.${reference}`;
    members(one, ["record", "salt"], [], path);
    need(one.get("record") instanceof Map, `${path}.record`);
    const salt = one.get("salt");
    need(typeof salt === "string" && bytesOfHex(salt)?.length, `${path}.salt`);
    return [reference, { record: one.get("record"), salt }];
  });
}

function readFiles(value) {
  need(value instanceof Map, ".files");
  return [...value].map(([name, content]) => {
    need(/^[0-9a-f]{64}$/.test(name) && typeof content === "string", `.files.${name}`);
    const bytes = bytesOfBase64(content);
    if (!bytes) throw new Refusal("base64", { path: `.files.${name}` });
    return [name, bytes];
  });
}
