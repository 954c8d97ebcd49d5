// Corrections and reveals: from the record to the effective events (specification, section 8). CC0 1.0.

import { sha256 } from './sha256.js';

const isCorrection = (event) => event.kind === 'voided' || event.kind === 'correct';

/** Where a kind keeps values that a SHOW can open. */
const HIDDEN = {
  objective: 'objective',
  draft: 'card',
  deal: 'territories',
  draw: 'cards',
  exchange: 'cards',
  cards: 'cards',
};

/** Section 8, corrections: the events with VOID and FIX applied; a voided one is null. Index 0 is event 1. */
function correct(record) {
  const effective = [...record];
  record.forEach((event, index) => {
    if (!isCorrection(event)) return;
    const target = event.about - 1;
    const valid = target >= 0 && target < index && !isCorrection(record[target]);
    // Taken in the order of their numbers: the last one that names an event counts.
    if (valid) effective[target] = event.kind === 'correct' ? event.replacement : null;
  });
  return effective;
}

const isCard = (value, names) => value === 'JOL' || names.indexOf.has(value);

/** Which hidden value a SHOW opens, as a test on values; undefined where it can open none. */
function opener(show, target, names) {
  if (show.salt !== undefined) {
    const commitment = `#${sha256(show.salt + show.value)}`;
    return (value) => value === commitment;
  }
  const fits = isCard(show.value, names) === (target.kind !== 'objective');
  return fits ? (value) => value === '???' : undefined;
}

/** Section 8, reveals: the event with one hidden value opened, or as it is. */
function reveal(show, target, names) {
  const member = HIDDEN[target.kind];
  const opens = member && opener(show, target, names);
  if (!opens) return target;
  const held = target[member] ?? [];
  const values = [held].flat();
  const at = values.findIndex(opens);
  if (at < 0) return target;
  const opened = values.map((value, index) => (index === at ? show.value : value));
  return { ...target, [member]: Array.isArray(held) ? opened : opened[0] };
}

/**
 * The effective events of a record.
 * @param corrected whether VOID and FIX count; SHOW always does
 * @returns events by index (number - 1), null where voided
 */
export function effectiveEvents(record, corrected, names) {
  const effective = corrected ? correct(record) : [...record];
  effective.forEach((event, index) => {
    if (event?.kind !== 'reveal') return;
    const target = event.about - 1;
    if (target < 0 || target >= index || effective[target] === null) return;
    effective[target] = reveal(event, effective[target], names);
  });
  return effective;
}
