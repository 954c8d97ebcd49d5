// Disputes that lines of a bundle cite and that it does not have; and that it has no dispute or no approval at all.

const CITATION = /(?<![0-9A-Za-z_-])d_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z_-])/g;
const CITING = ["game", "dispute", "approval", "withdrawal", "correction"];

/** A note for each cited dispute that is absent, with the line that cites it first. */
export function absentDisputes(streams) {
  const found = new Set(streams.filter((one) => one.kind === "dispute").map((one) => one.name.slice("dispute:".length)));
  const notes = [];
  for (const stream of streams.filter((one) => CITING.includes(one.kind))) {
    for (const entry of stream.entries) {
      for (const [at, text] of entry.lines.entries()) {
        for (const [dispute] of text.matchAll(CITATION)) {
          if (found.has(dispute)) continue;
          found.add(dispute);
          const event = entry.first + Math.max(at - (entry.headers ?? 0), 0);
          notes.push({ code: "dispute-absent", dispute, stream: stream.name, line: entry.firstLine + at, event });
        }
      }
    }
  }
  return notes;
}

/** The notes that a bundle has no dispute, or no approval: others may be in the log. */
export function absences(streams) {
  const notes = [];
  if (!streams.some((one) => one.kind === "dispute")) notes.push({ code: "no-dispute" });
  if (!streams.some((one) => one.kind === "approval")) notes.push({ code: "no-approval" });
  return notes;
}
