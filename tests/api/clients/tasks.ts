// 25 tasks with openapi-typescript and openapi-fetch: no cast, no `any`, no @ts-expect-error (tsc --strict).
// node tasks.js BASE TOKEN KEEPER GAME.json, against a server of tests/api/clients/test_clients.py
import { readFileSync } from "node:fs";
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
type Json = "application/json" | "application/problem+json";
const [base = "", token = "", keeperToken = "", file = ""] = process.argv.slice(2);
const done: string[] = [];

function bearer(secret: string): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${secret}`);
      return request;
    },
  };
}

function check(fact: boolean, what: string): void {
  if (!fact) throw new Error(what);
  done.push(what);
}

function got<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const client = createClient<paths, Json>({ baseUrl: base }); // data is what JSON answers have, never a text
client.use(bearer(token));
const keeper = createClient<paths, Json>({ baseUrl: base });
keeper.use(bearer(keeperToken));
const texts = createClient<paths, "text/csv" | "text/x-rgn">({ baseUrl: base });

// 1, 2, 3: the list, page by page; a filter; a game by the id of its recorder
const page = got(await client.GET("/api/v1/games", { params: { query: { limit: 1, variant: "monopoli" } } }));
const row = page.items[0];
if (row === undefined || page.next === null) throw new Error("no page");
const following = got(await client.GET("/api/v1/games", { params: { query: { limit: 1, after: page.next } } }));
check(following.items.length === 1, "list games");
check(row.name === "serata-2" && typeof row.players[0]?.points !== "string", "filter games");
const byName = got(await client.GET("/api/v1/games/{game_id}", { params: { path: { game_id: "serata-2" } } }));
const attacks = byName.events.filter((event) => event.kind === "attack").map((event) => event.attack_dice?.length ?? 0);
check(byName.game === row.game && attacks.length > 0, "game by name");

// 4: store a game; a repeated request is the same one
const body: Schemas["GameBody"] = JSON.parse(readFileSync(file, "utf8"));
const stored = { body, params: { header: { "Idempotency-Key": "client-ts-1" } } };
const kept = got(await client.POST("/api/v1/games", stored));
const again = got(await client.POST("/api/v1/games", stored));
check(again.receipt.leaf === kept.receipt.leaf, "store a game");

// 5, 6, 7: append at a version; at another one the refusal says which it is; try without storing
const events = "/api/v1/games/{game_id}/events";
const path = { game_id: kept.game };
const note = { lines: ["NOTE A {from a client}"] };
const refused = await client.POST(events, { params: { path, header: { "If-Match": '"1"' } }, body: note });
check(refused.error?.code === "precondition-failed" && refused.error.current === kept.version, "refused append");
const header = { "If-Match": `"${refused.error?.current ?? 0}"` };
const added = got(await client.POST(events, { params: { path, header }, body: note }));
check(added.version === kept.version + 1, "append");
const lines = [`VOID A ${added.version - 1} {written twice}`];
const query = { dry_run: true, lang: "en" } as const;
const tried = got(await client.POST(events, { params: { path, query }, body: { lines } }));
check(tried.dry_run === true, "dry run");

// 8: a correction with its evidence
const evidence = [{ id: "sheet-12", about: "the sheet of table 3" }];
const voided = { params: { path, header: { "Idempotency-Key": "c-ts" } }, body: { lines, evidence } };
const corrected = got(await client.POST(events, voided));
const corrections = got(await client.GET("/api/v1/games/{game_id}/corrections", { params: { path } }));
const cited = corrections.items[0]?.references[0];
check(corrected.evidence_receipt !== undefined && cited?.recorded_at.endsWith("Z") === true, "correction");

// 9, 10, 11: judge; findings and scores, also under other rules
const judged = got(await client.POST("/api/v1/judge", { body, params: { query: { lang: "en" } } }));
check(judged.end.says.length > 0, "judge");
const under = { path: { game_id: "serata-2" }, query: { under: "torneo@1" } };
const findings = got(await client.GET("/api/v1/games/{game_id}/verdicts", { params: under }));
const players: (string | null | undefined)[] = findings.items.map((finding) => finding.facts.player);
check(players.length > 0, "findings");
const scores = got(await client.GET("/api/v1/games/{game_id}/score", { params: under }));
check(scores.compared !== null, "scores");

// 12, 13, 14: what is due, what is said completed into lines, the table after an event
const due = got(await client.GET("/api/v1/games/{game_id}/due", { params: { path: under.path } }));
check(due.due.phase.length > 0, "due");
const said = { params: { path: under.path }, body: { said: ["nota il dado è caduto"] } };
const completed = got(await client.POST("/api/v1/games/{game_id}/complete", said));
check(completed.said[0]?.lines[0]?.derived === false, "complete");
const at = { path: { game_id: "serata-2", number: 20 } };
const table = got(await client.GET("/api/v1/games/{game_id}/state/{number}", { params: at }));
const armies = table.board["SIA"]?.[1];
check(typeof armies === "number" && armies > 0, "state");

// 15, 16, 17: a dispute from the objection to its end
const objection = { game: kept.game, claim: "two dice", claimant: "Bruno", event: 5 };
const dispute = got(await client.POST("/api/v1/disputes", { body: objection }));
const of = { path: { dispute_id: dispute.dispute } };
const photo = { content: "/9j/4AAQ", about: "the sheet", by: "B" };
got(await client.POST("/api/v1/disputes/{dispute_id}/evidence", { params: of, body: photo }));
const reply = { text: "there were three", by: "G" };
got(await client.POST("/api/v1/disputes/{dispute_id}/answer", { params: of, body: reply }));
check(dispute.state === "open", "dispute");
const ruling: Schemas["RulingBody"] = { outcome: "partly", text: "one die", lines: ["NOTE A {one die}"] };
const dry = { params: { ...of, query: { dry_run: true } }, body: ruling };
const would = got(await client.POST("/api/v1/disputes/{dispute_id}/ruling", dry));
const ruled = got(await client.POST("/api/v1/disputes/{dispute_id}/ruling", { params: of, body: ruling }));
check("changes" in would && "receipt" in ruled && ruled.due !== null, "ruling");
const list = got(await client.GET("/api/v1/disputes", { params: { query: { game: kept.game } } }));
check(list.items[0]?.outcome === "partly", "list disputes");

// 18, 19: a tournament with its events, and its standings
const seats = ["Anna", "Bruno", "Carla", "Dino"];
const points = { Anna: "40", Bruno: "30", Carla: "20", Dino: "10" };
const opening: Schemas["TournamentEvent"][] = [
  { kind: "opened", title: "Client", system: "open" },
  ...seats.map((player) => ({ kind: "entered" as const, player })),
  { kind: "table", round: 1, table: "A", seats },
  { kind: "result", round: 1, table: "A", points },
];
const name = { name: "client-ts" };
const fresh = { params: { path: name, header: { "If-Match": '"0"' } }, body: { events: opening } };
got(await client.POST("/api/v1/tournaments/{name}/events", fresh));
const log = got(await client.GET("/api/v1/tournaments/{name}/events", { params: { path: name } }));
const tables = log.items.flatMap((event) => (event.kind === "table" ? [event.seats.length] : []));
check(tables[0] === 4, "tournament");
const standings = got(await client.GET("/api/v1/tournaments/{name}/standings", { params: { path: name } }));
check(standings.items[0]?.name === "Anna", "standings");

// 20, 21: rows of a statistic, and what other rules would have changed
const asked = { path: { name: "results-by-seat" }, query: { provenance: "all" } };
const statistic = got(await client.GET("/api/v1/statistics/{name}", { params: asked }));
if (statistic.statistic !== "results-by-seat") throw new Error(statistic.statistic);
check(statistic.rows.reduce((sum, seat) => sum + seat.wins, 0) > 0, "statistic");
const other = { query: { under: "torneo@1", provenance: "all" } };
const whatIf = got(await client.GET("/api/v1/statistics/what-if", { params: other }));
check(whatIf.changed.every((game) => game.what.length > 0), "what-if");

// 22, 23: search; exports as text, and what has not changed since
const search = got(await client.GET("/api/v1/search", { params: { query: { position: "SIA=x" } } }));
check((search.items[0]?.event ?? 0) > 0, "search");
const csv = got(await texts.GET("/api/v1/games.csv", { parseAs: "text" }));
const first = await client.GET(events, { params: { path, query: { after: 2 } } });
const tag = { "If-None-Match": first.response.headers.get("ETag") ?? "" };
const unchanged = await client.GET(events, { params: { path, query: { after: 2 }, header: tag } });
check(csv.includes("\n") && unchanged.response.status === 304, "exports");

// 24: people and tokens, by the keeper
const people = got(await keeper.GET("/api/v1/players"));
const person = { player: people.items[0]?.player ?? "" };
const rename = { name: "Anna Neri" };
const trial = { params: { path: person, query: { dry_run: true } }, body: rename };
const change = got(await keeper.POST("/api/v1/players/{player}/name", trial));
const match = { params: { path: person, header: { "If-Match": `"${change.version}"` } }, body: rename };
got(await keeper.POST("/api/v1/players/{player}/name", match));
const wanted: Schemas["TokenBody"] = { name: "ts", role: "recorder", limits: { tables: ["A"] } };
const made = got(await keeper.POST("/api/v1/tokens", { body: wanted }));
const until = { params: { path: { token: made.token } }, body: { expires: "2100-01-01T00:00:00Z" } };
const renewed = got(await keeper.POST("/api/v1/tokens/{token}/renew", until));
const revoked = got(await keeper.POST("/api/v1/tokens/{token}/revoke", { params: { path: { token: made.token } } }));
check(renewed.expires_at === "2100-01-01T00:00:00.000Z" && revoked.state === "revoked", "people and tokens");

// 25: proofs
const head = got(await client.GET("/api/v1/head"));
const place = { query: { index: kept.receipt.index, size: head.size } };
const proof = got(await client.GET("/api/v1/proofs/inclusion", { params: place }));
const step = got(await client.GET("/api/v1/proofs/consistency", { params: { query: { from: 1, to: head.size } } }));
const bundle = got(await client.GET("/api/v1/games/{game_id}/proof", { params: { path } }));
check(proof.leaf === kept.receipt.leaf && step.root === proof.root && bundle.subject.game === kept.game, "proofs");
console.log(`${done.length} done`);
