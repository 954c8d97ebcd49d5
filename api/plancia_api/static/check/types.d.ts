// What the scripts of /check share; for the checker of types alone, no browser loads it.

/** The modules of the reader in docs/rgn/reference, as far as the page uses them. */
type Rgn = {
  names: RgnNames, territories: { code: string, it: string }[], normalise: (text: string) => string,
  read: (input: string | Uint8Array) => Reading, decode: (bytes: Uint8Array) => { text: string },
  classify: (line: string) => { text: string }, takeComment: (line: string) => { text: string },
  split: (text: string, names: RgnNames) => RgnWord[], findHeaders: (line: string) => Iterable<RgnHeader>,
  checkValue: (name: string, value: string, names: RgnNames) => { value?: string, fault?: string },
  optionName: (value: string) => string, writeEvent: (event: unknown) => string,
  writeGame: (game: { headers: [string, string][], events: unknown[] }) => string, writeGames: (games: RgnGame[]) => string,
};
type RgnNames = {
  header: (word: string) => string, tag: (word: string) => string | undefined, colour: (word: string) => string | undefined,
  headerWords: Map<string, string>, actorWords: Map<string, string>, territoryNames: Map<string, string>,
  valueWords: Record<string, Record<string, string>>, required: string[],
};
type RgnGame = { line: number, headers: [string, string][], events: unknown[], seen: Set<string> };
/** Indices are those of UTF-16 in the line. */
type RgnHeader = { name: string, value: string, nameAt: number, valueAt: number, fault?: string };
type RgnWord = { text: string, end: number, place: (offset: number) => number };

/** `column` counts code points, from 1. */
type ReaderProblem = { code: string, line: number, column: number };
/** `missing` has the required headers that a game lacks, by its first line; `linesOf` the line of each event, 0 where it was not read. */
type Reading = {
  games: RgnGame[], problems: ReaderProblem[], missing: Map<number, string[]>, linesOf: (game: RgnGame) => number[],
};
/** What the notation expects, in words: by code of the problem, header and kind of event. */
type Expected = { codes: Record<string, string>, headers: Record<string, string>, tags: Record<string, string>, kinds: Record<string, KindForms> };
/** The forms of the words of a kind: texts by code of the problem, `kind` that of the whole line. */
type Forms = { [code: string]: any, kind?: KindForms };
type KindForms = { actors: string, args: Forms[], keys: Record<string, Forms>, named: string[] };
/** The values of the sentence about a problem: what was found, what was expected, and words that are like it. */
type Wording = { found: string, expected?: string, near?: string[] };
/** What the server writes into the page (`text_check.py`). */
type CheckData = {
  reader: string, say: Record<string, string>, words: Record<string, string>, form: Record<string, string>, expected: Expected,
  most: number, mostForeign: number,
};
