// The kinds of event and their arguments, in the order of the line (specification, section 9). CC0 1.0.

/** Who may act. DEAL by `*` has a condition of its own (section 5, step 8). */
const COLOURS = 'RBGYNV';
const TABLE = `${COLOURS}*A`;
const NEUTRAL = `${COLOURS}-`;
const ANYBODY = `${COLOURS}-*A`;
const OFFICE = '*A';

/** A positional argument: its type (values.js) and its JSON name, or names. */
const arg = (type, name, more = {}) => ({ type, name, ...more });
const word = (name, ...words) => arg('word', name, { words });
/** A named argument. */
const key = (spelling, type, name, more = {}) => ({ key: spelling, type, name, ...more });
const flag = (spelling, name = spelling) => ({ flag: spelling, name });

const items = arg('items', 'items', { sign: '+' });
const route = arg('route', ['source', 'target']);
const optional = { optional: true };
const about = arg('number', 'about');

const kinds = {};
const add = (tag, kind, actors, args = [], named = [], more = {}) => {
  kinds[tag] = { tag, kind, actors, args, named, ...more };
};

// 9.1 Before the first turn
add('ROLL', 'roll', TABLE,
  [word('purpose', 'order', 'tie', 'dummy', 'dummy-order', 'lot'), arg('throws', 'dice')], [flag('declared')]);
add('ORDER', 'order', TABLE, [arg('colours', 'order')],
  ['slots', 'seats', 'colours', 'facing'].map((name) => key(name, 'capitalList', name)));
add('DEAL', 'deal', `${NEUTRAL}*`, [arg('cards', 'territories', { none: [] })], [
  key('armies', 'number', 'armies', { default: 1 }),
  key('how', 'word', 'how', {
    default: 'deal',
    words: ['deal', 'swap', 'neutral-card', 'last-left', 'redraw', 'skipped', 'draft'],
  }),
]);
add('PICK', 'pick', COLOURS, [arg('territory', 'territory')],
  [key('armies', 'number', 'armies', { default: 1 }), flag('strip')]);
add('DRAFT', 'draft', COLOURS, [arg('number', 'deck'), arg('number', 'number'), arg('card', 'card')],
  [key('for', 'colour', 'partner'), flag('public')]);
add('OBJ', 'objective', COLOURS, [arg('objective', 'objective')],
  [key('set', 'capitalList', 'set'), key('after', 'number', 'after')]);
add('CAP', 'capital', COLOURS, [arg('territory', 'territory')]);
add('SET', 'setup', NEUTRAL, [items], [key('by', 'colour', 'by')]);

// 9.2 Turns
add('TURN', 'turn', COLOURS, [arg('word', 'turn', { words: ['extra', 'chance'], ...optional })],
  [key('director', 'colour', 'director')]);
add('PASS', 'pass', COLOURS);
add('END', 'end', COLOURS);
add('REIN', 'reinforcement', COLOURS, [arg('sum', ['territories', 'continents', 'cards', 'total'])],
  [key('counted', 'number', 'counted')]);
add('PUT', 'place', COLOURS, [items], [key('by', 'colour', 'by')]);
add('TRIS', 'exchange', COLOURS, [arg('cards', 'cards'), arg('set', ['base', 'bonus'])],
  [key('hand', 'number', 'hand')]);
add('DECL', 'declare', COLOURS, [route, arg('number', 'dice', optional)]);
add('ATT', 'attack', COLOURS, [
  route,
  arg('throw', ['attack_dice', 'defence_dice', 'attack_count', 'defence_count']),
  arg('losses', ['attack_losses', 'defence_losses']),
], [key('void', 'voidThrows', 'void'), key('by', 'colour', 'by')]);
add('OCC', 'occupy', COLOURS, [route, arg('number', 'armies')]);
add('MOVE', 'move', COLOURS, [route, arg('number', 'armies')], [key('replaces', 'number', 'replaces')]);
add('DRAW', 'draw', COLOURS, [arg('cards', 'cards', { none: ['???'], until: 'public' })], [flag('public')]);
add('SHUF', 'shuffle', TABLE, [arg('number', 'cards')]);
add('CARDS', 'cards', TABLE, [
  arg('handover', ['giver', 'to']),
  word('reason', 'elimination', 'withdrawal', 'garrison', 'debt', 'penalty', 'hand-limit'),
  arg('cards', 'cards'),
]);

// 9.3 The end of the game
add('CLOCK', 'clock', TABLE, [word('what', 'started', 'expired', 'paused', 'resumed')]);
add('ANN', 'announcement', TABLE,
  [word('what', 'penultimate', 'third-last', 'finish-round', 'last', 'speed', 'text')]);
add('EROLL', 'end_roll', TABLE, [arg('dice', 'dice')], [
  key('for', 'colour', 'player'),
  key('kind', 'word', 'roll', { default: 'own', words: ['own', 'bonus', 'arbiter'] }),
]);
add('ENOT', 'end_roll_declined', COLOURS);
add('ELATER', 'end_roll_deferred', COLOURS, [arg('number', 'throws')]);
add('CLAIM', 'claim', COLOURS, [word('what', 'risiko', 'objective', 'world')]);
add('ELIM', 'eliminated', ANYBODY, [arg('colour', 'player')]);
add('STRIP', 'strip', COLOURS, [arg('territories', 'territories')]);
add('OVER', 'over', TABLE, [word('reason', 'objective', 'target', 'world', 'elimination', 'end-roll', 'arbiter-die',
  'extra-turns', 'hard-stop', 'time', 'agreement', 'abandoned', 'cancelled', 'points')],
[key('winner', 'colour', 'winner')]);
add('SCORE', 'score', COLOURS, [arg('points', 'half_points')]);
add('CERT', 'certify', TABLE, [arg('colours', 'by')]);

// 9.4 The arbiter and the record
add('STAT', 'status', TABLE,
  [arg('colour', 'player'), word('to', 'withdrawn', 'passive', 'frozen', 'renounced', 'debt')],
  [key('n', 'number', 'n'), key('why', 'wordList', 'why')]);
add('FOUL', 'infraction', TABLE, [arg('colour', 'player'), arg('capital', 'rule')], [
  key('found', 'word', 'found', { words: ['self', 'opponent', 'arbiter'] }),
  flag('before-attack', 'before_attack'),
  key('for', 'number', 'about'),
]);
add('PEN', 'penalty', TABLE, [arg('colour', 'player'), arg('countedWord', 'penalty'), arg('number', 'amount', optional)],
  [key('for', 'number', 'about')]);
add('TAKE', 'remove', NEUTRAL, [arg('items', 'items', { sign: '-' })], [key('why', 'wordList', 'why')]);
add('FILL', 'fill', ANYBODY, [arg('number', 'armies'), arg('territories', 'territories')],
  [key('why', 'word', 'why', { words: ['freeze', 'withdrawal'] })]);
add('VOID', 'voided', OFFICE, [about], [], { noted: true });
add('FIX', 'correct', OFFICE, [about, arg('event', 'replacement')], [], { noted: true });
add('CHECK', 'checkpoint', TABLE, [arg('board', 'board')], [key('hands', 'hands', 'hands')]);
add('SHOW', 'reveal', TABLE, [about, arg('shown', 'value')], [key('salt', 'salt', 'salt')]);
add('NOTE', 'note', TABLE, [], [key('about', 'number', 'about')], { noted: true });
add('DISP', 'dispute', TABLE, [about], [], { noted: true });

/** Section 11: all `X-` tags are of this kind. */
const EXTENSION = {
  tag: 'X-', kind: 'extension', actors: ANYBODY, args: [arg('freeWords', 'words', { none: [] })], named: [],
};

const byKind = new Map(Object.values(kinds).map((kind) => [kind.kind, kind]));
byKind.set('extension', EXTENSION);

/** The declaration of a tag, and of a JSON kind. */
export const kindOfTag = (tag) => (tag.startsWith('X-') ? EXTENSION : kinds[tag]);
export const kindOfEvent = (event) => byKind.get(event.kind);
