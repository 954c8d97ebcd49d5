// Every sentence of a result, in Italian and English. {name} stands for a fact of the result.

import { lineSummary } from "./facts.mjs";
import { parseJson } from "./json.mjs";

export const CODES = {
  proven: ["Provato.", "Proven."],
  file: ["Il file non si può leggere.", "The file cannot be read."],
  size: ["Il file è troppo grande: al massimo 256 MB.", "The file is too large: 256 MB at most."],
  utf8: ["Il file non è testo UTF-8: forse è rovinato, o è un altro file.", "The file is not UTF-8 text: it may be damaged, or another file."],
  json: ["Il file non è JSON ({kind}): forse è incompleto. Va scaricato di nuovo.", "The file is not JSON ({kind}): it may be incomplete. Download it again."],
  format: ["Il file non è un fascicolo di prova plancia-bundle/1 né una ricevuta plancia-receipt/1.", "The file is neither an evidence bundle plancia-bundle/1 nor a receipt plancia-receipt/1."],
  shape: ["Il file non ha la forma prescritta per un fascicolo o una ricevuta.", "The file does not have the form prescribed for a bundle or a receipt."],
  unsupported: ["Questo browser non sa verificare firme Ed25519 in questa pagina. Serve una versione recente di Firefox, Chrome, Edge o Safari, con la pagina salvata sul computer o aperta da un indirizzo https.", "This browser cannot check Ed25519 signatures in this page. Use a recent Firefox, Chrome, Edge or Safari, with the page saved on the computer or opened from an https address."],
  internal: ["La verifica si è interrotta ({reason}): il file non ha una forma che la pagina conosce.", "The check stopped ({reason}): the file has a form that this page does not know."],
  "head-form": ["La testa non è una riga «ORIGINE NUMERO CODICE».", "The head is not one line “ORIGIN SIZE ROOT”."],
  "key-form": ["La chiave non è una chiave di verifica di un registro (NOME+8 cifre+base64).", "The key is not a log's verifier key (NAME+8 digits+base64)."],
  "policy-form": ["Il file delle chiavi e dei testimoni non si può leggere.", "The policy (keys and witnesses) cannot be read."],
  "game-form": ["Il testo della partita da confrontare non è UTF-8.", "The game's text to compare is not UTF-8."],
  subject: ["Il fascicolo dice di provare {id}, ma comincia con altro.", "The bundle says that it proves {id}, but begins with something else."],
  base64: ["Un contenuto del fascicolo non è base64 esatto.", "A content of the bundle is not exact base64."],
  "entry-form": ["Questa registrazione non ha una forma conosciuta (1 o 2).", "This entry has no known form (1 or 2)."],
  header: ["L'intestazione di questa registrazione non è quella prescritta.", "The header of this entry is not as prescribed."],
  canonical: ["L'intestazione di questa registrazione non è scritta nella forma unica prescritta.", "The header of this entry is not written in the one prescribed form."],
  body: ["Il testo di questa registrazione non è fatto di righe intere della forma prescritta.", "The text of this entry is not made of whole lines of the prescribed form."],
  "form-order": ["Una registrazione della forma vecchia segue una della forma nuova.", "An entry of the old form follows one of the new form."],
  stream: ["Questa registrazione appartiene ad altro: {named}.", "This entry belongs to something else: {named}."],
  "stream-name": ["Il fascicolo contiene qualcosa di un tipo sconosciuto.", "The bundle has something of an unknown kind."],
  first: ["Mancano o si ripetono righe: questa registrazione dovrebbe cominciare dall'evento {expected}, e dice {found}.", "Lines are missing or repeated: this entry should begin at event {expected}, and says {found}."],
  count: ["Questa registrazione ha {expected:riga|righe}, ma ne dichiara {found}.", "This entry has {expected:line|lines}, but declares {found}."],
  index: ["Il numero di registro di questa registrazione non cresce, o è di un'altra.", "The log number of this entry does not grow, or is another one's."],
  request: ["Due registrazioni hanno la stessa richiesta.", "Two entries have the same request."],
  start: ["La prima registrazione non è quella con cui il registro comincia: ne mancano prima.", "The first entry is not the one that the log begins with: earlier ones are missing."],
  content: ["Questa registrazione non è quella registrata: è stata cambiata, scambiata o tolta.", "This entry is not the one that was recorded: it was changed, exchanged or left out."],
  prev: ["Questa registrazione non continua quella prima: una delle due è stata cambiata.", "This entry does not continue the one before: one of the two was changed."],
  inclusion: ["L'ultima registrazione non si ritrova nel registro: lei, o la prova, è stata cambiata.", "The last entry is not found in the log: it, or its proof, was changed."],
  "proof-form": ["La prova di appartenenza non ha la forma prescritta.", "The proof of inclusion does not have the prescribed form."],
  "proof-index": ["La prova è per la registrazione {found} del registro, non per la {expected}.", "The proof is for entry {found} of the log, not for {expected}."],
  "checkpoint-form": ["Lo stato firmato del registro non ha la forma prescritta.", "The signed state of the log does not have the prescribed form."],
  "checkpoint-other": ["Le prove si riferiscono a stati diversi del registro.", "The proofs refer to different states of the log."],
  origin: ["Il registro non è quello dichiarato: atteso {expected}.", "The log is not the declared one: expected {expected}."],
  signature: ["La firma dello stato del registro è falsa: non è della chiave {name} ({id}).", "The signature of the log's state is false: it is not by the key {name} ({id})."],
  "key-unknown": ["Non c'è una chiave con cui verificare la firma: va data.", "There is no key to check the signature with: give one."],
  "key-origin": ["La chiave è di {name}, il registro è {origin}.", "The key is of {name}, the log is {origin}."],
  "key-other": ["Lo stato del registro non è firmato con la chiave attesa ({id}).", "The log's state is not signed with the expected key ({id})."],
  cosignature: ["La firma del testimone {name} ({id}) è falsa.", "The signature of the witness {name} ({id}) is false."],
  quorum: ["Non ci sono le firme di abbastanza testimoni: il file delle chiavi e dei testimoni chiede {quorum}.", "There are not enough witnesses' signatures: the policy asks for {quorum}."],
  consistency: ["La prova che il registro continua quello di {size:registrazione|registrazioni} non regge.", "The proof that the log continues the one of {size:entry|entries} does not hold."],
  "head-origin": ["La testa data è di un altro registro: {found}.", "The given head is of another log: {found}."],
  "head-newer": ["La testa data ha {size:registrazione|registrazioni}, il fascicolo {checkpoint}: è più vecchio e non si può confrontare. Va chiesto un fascicolo nuovo.", "The given head has {size:entry|entries}, the bundle {checkpoint}: it is older and cannot be compared. Ask for a new bundle."],
  "head-root": ["Il registro non è quello della testa data: o le sue prime {size} registrazioni sono state cambiate, o la testa è stata trascritta male (controllare ogni carattere).", "The log is not the one of the given head: either its first {size} entries were changed, or the head was typed wrongly (check each character)."],
  "head-unproven": ["Il fascicolo non ha la prova che collega la testa data ({size:registrazione|registrazioni}) al suo stato ({checkpoint}). Va chiesto un fascicolo con questa testa.", "The bundle has no proof that links the given head ({size:entry|entries}) to its state ({checkpoint}). Ask for a bundle with this head."],
  "receipt-leaf": ["La registrazione nella ricevuta non è quella del suo codice di controllo: uno dei due è stata cambiata.", "The entry in the receipt is not that of its leaf hash: one of the two was changed."],
  "receipt-head": ["La testa scritta nella ricevuta non è quella firmata: {expected}.", "The head written in the receipt is not the signed one: {expected}."],
  unsigned: ["La ricevuta non è firmata: si può solo confrontare con l'archivio (plancia verify ARCHIVIO --receipt FILE).", "The receipt is not signed: it can only be compared with the archive (plancia verify ARCHIVE --receipt FILE)."],
  "rules-content": ["Le regole nel fascicolo non sono quelle del loro codice di controllo.", "The rule-set in the bundle is not that of its hash."],
  "rules-named": ["La partita non è legata alle regole del fascicolo.", "The game is not bound to the rule-set of the bundle."],
  "person-stream": ["Per {reference} il fascicolo mostra un nome, ma non la sua registrazione.", "The bundle shows a name for {reference}, but not its record in the log."],
  commitment: ["Il nome mostrato per {reference} non è quello registrato.", "The name shown for {reference} is not the recorded one."],
  "file-content": ["Un file allegato non è quello del suo codice di controllo.", "An attached file is not that of its hash."],
  "file-unnamed": ["Il fascicolo ha un file che nessuna registrazione di contestazione nomina: le registrazioni della contestazione mancano, o il file non è suo.", "The bundle has a file that no entry of a dispute names: the entries of the dispute are missing, or the file is not its."],
  migrated: ["Le registrazioni della forma vecchia non stanno dove il registro le ha chiuse.", "The entries of the old form do not stand where the log closed them."],
  game: ["Il testo dato non è quello registrato.", "The given text is not the recorded one."],
  "game-absent": ["Il file non contiene una partita intera con cui confrontare il testo.", "The file has no whole game to compare the text with."],
};

export const NOTES = {
  "own-key": ["La firma è stata verificata solo con la chiave scritta nel fascicolo stesso: non prova chi ha firmato. Dare la chiave, o una testa, avuta per altra via.", "The signature was checked with the bundle's own key only: this proves nothing about who signed. Give the key, or a head, that you have from elsewhere."],
  "no-head": ["Non è stata confrontata alcuna testa annotata prima.", "No head written down earlier was compared."],
  "head-older": ["Il registro continua senza cambiamenti quello della testa data ({size:registrazione|registrazioni}; ora {checkpoint}).", "The log continues that of the given head without a change ({size:entry|entries}; now {checkpoint})."],
  "receipt-bare": ["La ricevuta non contiene la registrazione: prova un posto nel registro, non che cosa vi è scritto.", "The receipt does not have the entry: it proves a place in the log, not what is written there."],
  "form-1": ["{entries:registrazione è|registrazioni sono} della forma vecchia: di {entries:-questa|queste} è provato il testo, non l'ora, il ruolo e il nome della partita.", "{entries:entry is|entries are} of the old form: {entries:-its|their} text is proven, not {entries:-its|their} time, role and stream name."],
  "left-out": ["Non dice che non manchi nulla: una contestazione o un'approvazione tolta dal fascicolo non si vede. Per esserne sicuri serve il registro intero di questo periodo.", "It does not say that nothing is missing: a dispute or an approval left out of the bundle is not seen. To be sure, the full log of this period would be needed."],
  "later-lines": ["Non dice che non esistano righe più recenti: confrontare con una testa più nuova.", "It does not say that no later line exists: compare with a newer head."],
  "as-typed": ["Non dice che quanto è stato scritto sia quanto è stato giocato.", "It does not say that what was typed is what was played."],
  clock: ["Le ore sono quelle dell'orologio di chi tiene l'archivio.", "The times are by the clock of the archive's keeper."],
  "one-view": ["Di nessun testimone è stata verificata la firma: non dice che a tutti sia stato mostrato lo stesso registro.", "No signature of a witness was checked: it does not say that everybody was shown the same log."],
  "witness-unknown": ["Firma di {name} ({id}) non verificata: la sua chiave non è nel file delle chiavi e dei testimoni.", "Signature of {name} ({id}) not checked: its key is not in the policy."],
  "key-differs": ["La chiave scritta nel fascicolo non è quella data; vale quella data.", "The key written in the bundle is not the given one; the given one counts."],
  "key-not-announced": ["La chiave usata non è tra quelle annunciate nel registro.", "The key used is not among those that the log announced."],
  "rules-absent": ["Il fascicolo non contiene le regole di {stream}.", "The bundle does not have the rule-set of {stream}."],
  "dispute-absent": ["La contestazione {dispute} è citata ({cited}), ma in questo fascicolo non c'è: va chiesto all'archivio il fascicolo che la contiene.", "The dispute {dispute} is cited ({cited}), but it is not in this bundle: ask the archive for the bundle that has it."],
  "no-dispute": ["In questo fascicolo non c'è alcuna contestazione: non prova che nessuna sia stata registrata.", "In this bundle there is no dispute: this does not prove that none was recorded."],
  "no-approval": ["In questo fascicolo non c'è alcuna approvazione del risultato: non prova che nessuna sia stata registrata.", "In this bundle there is no approval of the result: this does not prove that none was recorded."],
  "game-earlier": ["La tua copia è uguale fino all'evento n. {event}; dopo {lines:è stata registrata # riga|sono state registrate # righe}. La copia è di prima, e niente di ciò che contiene è stato cambiato.", "Your copy is equal up to event no. {event}; after it {lines:# line was|# lines were} recorded. The copy is an earlier one, and nothing in it was changed."],
  "game-seat": ["Nel testo dato {header} è «{given}», nel registro {recorded}: i nomi stanno fuori dal registro.", "In the given text {header} is “{given}”, in the log {recorded}: names are kept outside the log."],
  "game-rules": ["L'intestazione Rules manca nel testo dato: l'ha aggiunta l'archivio.", "The given text lacks the header Rules: the archive added it."],
};

/** The notes that say what a proof cannot conclude. */
export const LIMITS = ["own-key", "no-head", "receipt-bare", "form-1", "no-dispute", "no-approval", "left-out", "later-lines", "as-typed", "clock", "one-view"];

/** Sentences about the place of what is wrong. */
/** What is known of the lines that differ, by the fact that the refusal has. */
export const CHANGED = {
  text: ["La riga dell'evento {event}: {text}", "The line of event {event}: {text}"],
  given: ["La riga dell'evento {event}: nel file {text} e nella tua copia {given}", "The line of event {event}: in the file {text} and in your copy {given}"],
  same: ["Le sue righe sono quelle della tua copia: ciò che è stato cambiato è l'ora, l'autore o il posto nel registro.", "Its lines are those of your copy: what was changed is its time, author or place in the log."],
  first_event: ["Contiene gli eventi da {first_event} a {last_event} (righe da {from} a {to}), dei quali almeno uno è stato cambiato, o la loro ora o l'autore. La tua copia della partita dice quale riga.", "It holds events {first_event} to {last_event} (lines {from} to {to}), of which at least one was changed, or their time or author. Your own copy of the game names the line."],
  game: ["La riga dell'evento {event}: registrata {recorded} e nella tua copia {given}", "The line of event {event}: recorded {recorded} and in your copy {given}"],
  absent: ["(niente)", "(nothing)"],
  line: ["Riga {line} ({stream}): {text}", "Line {line} ({stream}): {text}"],
  lines: ["Contiene le righe da {from} a {to}, delle quali almeno una è stata cambiata, o la loro ora o l'autore.", "It holds lines {from} to {to}, of which at least one was changed, or their time or author."],
  effect: ["effetto: {lines}", "effect: {lines}"],
};

export const PLACES = {
  stream: ["{stream}", "{stream}"],
  entry: ["registrazione n. {entry} di queste", "entry {entry} of these"],
  index: ["numero {index} del registro", "number {index} of the log"],
  column: ["si vede da: {column}", "shown by: {column}"],
  event: ["evento {event}", "event {event}"],
  line: ["riga {line}", "line {line}"],
  character: ["carattere {character}", "character {character}"],
  path: ["campo {path}", "member {path}"],
  file: ["file {file}", "file {file}"],
};

/** Members of an entry, of a proof and of a bundle in words. */
export const COLUMNS = {
  prev: ["il legame con la registrazione prima", "the link to the entry before"],
  head: ["la testa", "the head"],
  index: ["il numero nel registro", "the number in the log"],
  leaf: ["il codice di controllo", "the leaf hash"],
  header: ["l'intestazione", "the header"],
  body: ["il testo", "the text"],
  form: ["la forma", "the form"],
  count: ["il numero di righe", "the number of lines"],
  first: ["il numero della prima riga", "the number of the first line"],
  at: ["l'ora", "the time"],
  author: ["l'autore", "the author"],
  role: ["il ruolo", "the role"],
  request: ["il numero della richiesta", "the request"],
  stream: ["a che cosa appartiene", "what it belongs to"],
  proof: ["la prova", "the proof"],
  checkpoint: ["lo stato firmato", "the signed state"],
  signature: ["la firma", "the signature"],
  key: ["la chiave", "the key"],
  origin: ["il nome del registro", "the name of the log"],
  game: ["la tua copia", "your copy"],
  people: ["i nomi", "the names"],
  files: ["i file", "the files"],
  commitment: ["il nome registrato", "the recorded name"],
  size: ["il numero di registrazioni", "the number of entries"],
  Rules: ["l'intestazione Rules", "the header Rules"],
  entries: ["le registrazioni", "the entries"],
  entry: ["la registrazione", "the entry"],
  other: ["il campo «{column}»", "the member “{column}”"],
};

/** What a stream holds, by the kind in its name. */
export const STREAMS = {
  game: ["partita {id}", "game {id}"],
  dispute: ["contestazione {id}", "dispute {id}"],
  approval: ["approvazione della partita {id}", "approval of game {id}"],
  correction: ["prove delle correzioni della partita {id}", "evidence of corrections of game {id}"],
  foreign: ["atti del registro {id}", "records of the log {id}"],
  withdrawal: ["ritiro della partita {id}", "withdrawal of game {id}"],
  ruleset: ["regole {id}", "rule-set {id}"],
  person: ["persona {id}", "person {id}"],
  tournament: ["torneo {id}", "tournament {id}"],
  token: ["token {id}", "token {id}"],
  archive: ["registro dell'archivio", "the archive's own lines"],
};

/** Seats as headers and as lines name them. */
export const COLOURS = {
  Red: ["Rosso", "Red"],
  Blue: ["Blu", "Blue"],
  Green: ["Verde", "Green"],
  Yellow: ["Giallo", "Yellow"],
  Black: ["Nero", "Black"],
  Violet: ["Viola", "Violet"],
  Arbiter: ["Arbitro", "Arbiter"],
  R: ["Rosso", "Red"],
  B: ["Blu", "Blue"],
  G: ["Verde", "Green"],
  Y: ["Giallo", "Yellow"],
  N: ["Nero", "Black"],
  V: ["Viola", "Violet"],
  A: ["arbitro", "arbiter"],
};

export const ROLES = {
  player: ["giocatore", "player"],
  recorder: ["chi registra", "recorder"],
  arbiter: ["arbitro", "arbiter"],
  keeper: ["chi tiene l'archivio", "keeper"],
  admin: ["amministratore", "administrator"],
};

/** Kinds of lines of disputes and approvals, and outcomes of rulings. */
export const KINDS = {
  opened: ["contestazione", "objection"],
  evidence: ["prova", "evidence"],
  answer: ["risposta", "answer"],
  ruling: ["decisione", "ruling"],
  appeal: ["ricorso", "appeal"],
  closed: ["chiusa", "closed"],
  withdrawn: ["ritirata", "withdrawn"],
  approved: ["risultato approvato", "result approved"],
  reopened: ["risultato riaperto", "result reopened"],
  confirmed: ["risultato confermato", "result confirmed"],
  reference: ["riferimento", "reference"],
  upheld: ["accolta", "upheld"],
  partly: ["accolta in parte", "partly upheld"],
  rejected: ["respinta", "rejected"],
};

/** A file that is neither a bundle nor a receipt: what it is, and what is needed instead. */
export const FOREIGN = {
  page: ["È una pagina HTML, come la decisione stampata: si legge, ma non porta prove.", "It is an HTML page, such as the printed decision: it is there to read and carries no proof."],
  picture: ["È una foto ({media}, {size} byte, SHA-256 {sha256}). Se una contestazione la cita, la riga della prova nel fascicolo ha lo stesso SHA-256.", "It is a photo ({media}, {size} bytes, SHA-256 {sha256}). If a dispute names it, the line of evidence in the bundle has the same SHA-256."],
  pdf: ["È un PDF ({size} byte, SHA-256 {sha256}): non porta prove.", "It is a PDF ({size} bytes, SHA-256 {sha256}): it carries no proof."],
  archive: ["È un archivio intero: si verifica con plancia verify.", "It is a whole archive: plancia verify checks it."],
  package: ["È un pacchetto ZIP: va aperto prima, se contiene il fascicolo o la ricevuta.", "It is a ZIP package: open it first, if the bundle or the receipt is in it."],
  game: ["È il testo di una partita: si dà accanto al fascicolo, come copia della partita.", "It is the text of a game: give it beside the bundle, as your copy of the game."],
  head: ["È una testa del registro: si dà accanto al fascicolo, come testa.", "It is a head of the log: give it beside the bundle, as the head."],
  checkpoint: ["È un checkpoint: la sua testa, le prime tre righe su una, si dà accanto al fascicolo.", "It is a checkpoint: its head, the first three lines on one, is given beside the bundle."],
  needed: ["Serve il fascicolo di prova (.bundle.json), o la ricevuta come file (.receipt.json): li dà la pagina della contestazione, o plancia prove.", "What is needed is the evidence bundle (.bundle.json), or the receipt as a file (.receipt.json): the page of the dispute gives them, or plancia prove."],
};

/** What a bundle contains, a row each: the game, disputes with their lines, approvals. */
export const CONTENTS = {
  contains: ["Il fascicolo contiene e prova:", "The bundle contains and proves:"],
  contents_game: ["partita {game}: ultimo evento n. {last}", "game {game}: last event no. {last}"],
  contents_dispute: ["contestazione {dispute}: {entries:registrazione|registrazioni}", "dispute {dispute}: {entries:entry|entries}"],
  contents_file: ["{media}, {bytes} byte, SHA-256 {sha256}", "{media}, {bytes} bytes, SHA-256 {sha256}"],
  contents_correction: ["per la correzione all'evento n. {event}", "for the correction at event no. {event}"],
  contents_entered: ["scritto da: {role}", "entered by: {role}"],
  final_event: ["fino all'evento n. {event}", "up to event no. {event}"],
};

export function contentsInWords({ game, contents, people }, lang) {
  const names = namesOf(people);
  const last = game && game.events - 1;
  const rows = game ? [{ level: 0, text: say(CONTENTS.contents_game, lang, { game: game.id, last }) }] : [];
  for (const one of contents.disputes) {
    rows.push({ level: 0, text: say(CONTENTS.contents_dispute, lang, one) });
    for (const line of one.lines) rows.push({ level: 1, text: lineInWords(line, lang, names) });
  }
  for (const line of contents.approvals) rows.push({ level: 0, text: lineInWords(line, lang, names) });
  for (const line of contents.corrections) rows.push({ level: 0, text: correctionInWords(line, lang, names) });
  return rows;
}

/** The names that a bundle carries, by reference. */
export function namesOf(people) {
  return new Map(people.filter(({ record }) => typeof record.name === "string").map(({ reference, record }) => [reference, record.name]));
}

/** A text with the names in place of the references that the bundle explains. */
export function withNames(text, names) {
  return text.replace(/(?<![0-9A-Za-z_-])p_[0-9A-Z]+/g, (reference) => names.get(reference) ?? reference);
}

/** A line of evidence of a correction: the number of the correction, then its file or id. */
export function correctionInWords(line, lang, names) {
  const place = say(CONTENTS.contents_correction, lang, { event: line.event ?? "?" });
  return `${place}:${line.id ? ` ${visible(line.id)}` : ""} ${lineInWords(line, lang, names)}`;
}

/** Who entered a confirmation in the name of a player; empty for other lines. */
function enteredBy(kind, role, lang) {
  if (kind !== "confirmed" || role === null || role === "player") return "";
  return "; " + say(CONTENTS.contents_entered, lang, { role: Object.hasOwn(ROLES, role) ? say(ROLES[role], lang) : visible(role) });
}

export function lineInWords({ kind, by, outcome, text, version, file, role = null }, lang, names = new Map()) {
  const word = (name) => (Object.hasOwn(KINDS, name) ? say(KINDS[name], lang) : visible(name));
  const who = by === null ? "" : Object.hasOwn(COLOURS, by) ? say(COLOURS[by], lang) : visible(withNames(by, names));
  const parts = [word(kind ?? "?"), outcome === null ? "" : word(outcome), who && `(${who}${enteredBy(kind, role, lang)})`];
  const said = parts.filter(Boolean).join(" ");
  // Events are counted from 0, which is the block of headers.
  if (version !== null) return `${said}, ${say(CONTENTS.final_event, lang, { event: version - 1 })}`;
  const told = text === null ? said : `${said}: ${visible(withNames(text, names))}`;
  return file ? `${told} (${visible(say(CONTENTS.contents_file, lang, file))})` : told;
}

/** A stream in words: `dispute:d_1` is the dispute d_1. */
export function streamInWords(name, lang) {
  const colon = name.indexOf(":");
  const kind = colon < 0 ? "game" : name.slice(0, colon);
  const id = kind === "ruleset" ? name.slice(colon + 1, colon + 13) : name.slice(colon + 1);
  return Object.hasOwn(STREAMS, kind) ? say(STREAMS[kind], lang, { id }) : visible(name);
}

/** A note in words; where it cites a place, with the place. */
export function noteInWords(note, lang) {
  const { stream, line, event, header } = note;
  const shown = { ...note };
  if (note.code === "dispute-absent") shown.cited = placeInWords({ stream, ...(isGame(stream) ? { event } : { line }) }, lang);
  else if (stream) shown.stream = streamInWords(stream, lang);
  if (header && Object.hasOwn(COLOURS, header)) shown.header = say(COLOURS[header], lang);
  return say(NOTES[note.code], lang, shown);
}

function isGame(stream) {
  return typeof stream !== "string" || !stream.includes(":");
}

/** The sentence of one language with its facts put in. */
export function say(pair, lang, facts = {}) {
  const sentence = pair[lang === "it" ? 0 : 1];
  return sentence.replace(/\{(\w+)(?::([^}|]*)\|([^}]*))?\}/g, (_, name, singular, plural) => {
    const value = visible(String(facts[name] ?? "?"));
    return plural === undefined ? value : counted(value, singular, plural);
  });
}

/** A number with the singular or the plural: after it, around it with `#`, alone where the words begin with `-`. */
function counted(value, singular, plural) {
  const alone = singular.startsWith("-");
  const words = value === "1" ? singular.replace(/^-/, "") : plural;
  if (singular.includes("#") || plural.includes("#")) return words.replace("#", value);
  return alone ? words : `${value} ${words}`;
}

/** A text in which control and direction characters can be seen, so that nothing shown is other than what is there. */
export function visible(text) {
  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
  return text.replace(hidden, (letter) => "⟨U+" + letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩");
}

/** The place of a refusal in words; entries are counted from 1 for a reader, and only lines of a game are events. */
export function placeInWords(where, lang) {
  const shown = { ...where };
  if (Number.isInteger(where.entry)) shown.entry = where.entry + 1;
  if (!isGame(where.stream)) shown.event = null;
  if (typeof where.stream === "string") shown.stream = streamInWords(where.stream, lang);
  if (typeof where.column === "string") shown.column = columnInWords(where.column, lang);
  const given = Object.keys(PLACES).filter((name) => shown[name] !== null && shown[name] !== undefined);
  return given.map((name) => say(PLACES[name], lang, shown)).join(", ");
}

function columnInWords(column, lang) {
  return say(COLUMNS[Object.hasOwn(COLUMNS, column) ? column : "other"], lang, { column });
}

/** The line that differs, or the lines of which it is one; empty where no line is known. */
export function changedInWords({ code, where, facts }, lang) {
  const name = code === "game" ? code : ["given", "text", "same", "first_event"].find((key) => Object.hasOwn(facts, key));
  if (!name) return "";
  const shown = { event: where.event, ...facts };
  if (!isGame(where.stream)) return changedJson(name, where, shown, lang);
  for (const key of ["text", "given", "recorded"]) if (shown[key] === null) shown[key] = say(CHANGED.absent, lang);
  return say(CHANGED[name], lang, shown);
}

/** The changed line of a stream of JSON lines: its number and its content in words. */
function changedJson(name, where, facts, lang) {
  if (name !== "text") return say(CHANGED.lines, lang, facts);
  const stream = streamInWords(where.stream, lang);
  return say(CHANGED.line, lang, { line: where.line, stream, text: jsonLineInWords(facts.text, lang) });
}

function jsonLineInWords(line, lang) {
  const value = parseJson(line);
  const effect = value.get("effect") instanceof Map ? value.get("effect").get("lines") : null;
  const added = Array.isArray(effect) && effect.length ? "; " + say(CHANGED.effect, lang, { lines: effect.join(" / ") }) : "";
  return lineInWords(lineSummary(value), lang) + added;
}

/** A moment in UTC, or its number where no calendar has it. */
export function moment(milliseconds) {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return `${milliseconds} ms`;
  return date.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}
