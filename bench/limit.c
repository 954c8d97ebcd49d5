/* The limit: what C needs for the checks of the idiomatic reference on packed rows. Compiled by the bench, never shipped. */
#include <string.h>
typedef long long i64;
typedef struct { i64 near[42 * 42], degree[42], continent[42], size[6], income[6], symbol[45], goal[9 * 42]; } Board;
typedef struct {
    i64 owner[42], armies[42], lands[9], force[9], held[9 * 8], hand[9 * 45], cards[9], out[9], setup[9], seat[9];
    i64 order[6], players, placements, turns, active, last, attacks, conquests, moves, draws, placed, felled, before;
    i64 income, continents, sets, wait, wait_from, wait_by, wait_dice, late, late_before, placer;
} Table;

static i64 count(i64 dice) { return dice % 10 ? 3 : dice % 100 ? 2 : 1; }
static i64 least(i64 a, i64 b) { return a < b ? a : b; }
static i64 entitled(const Table *t) { return t->income + t->continents + t->sets; }
static i64 acting(const Table *t, i64 actor) { return (t->active != actor) + t->out[actor]; }
static void add(Table *t, i64 land, i64 n) { t->armies[land] += n; t->force[t->owner[land]] += n; }

static void give(Table *t, const Board *b, i64 land, i64 to) {
    i64 old = t->owner[land], part = b->continent[land];
    if (old >= 0) { t->lands[old]--; t->force[old] -= t->armies[land]; t->held[old * 8 + part]--; }
    t->owner[land] = to; t->lands[to]++; t->force[to] += t->armies[land]; t->held[to * 8 + part]++;
}
static i64 due_losses(i64 one, i64 two) {
    i64 found = 0;
    for (i64 w = 100; w; w /= 10) {
        i64 mine = one / w % 10, yours = two / w % 10;
        if (!mine || !yours) break;
        found += mine > yours ? 1 : 1000;
    }
    return found;
}
static i64 drawn(const Table *t, i64 actor) { return t->draws > 0 && t->active == actor; }
static i64 due(const Table *t, const Board *b, i64 actor, i64 land, i64 target) {
    for (i64 k = 0; k < 42; k++) if (b->near[land * 42 + k] && k != target && t->owner[k] != actor) return 2;
    return 1;
}
static i64 attack(Table *t, const Board *b, i64 actor, const i64 *r, i64 *stop) {
    i64 s = r[0], g = r[1], here = t->armies[s], there = t->armies[g], dice = count(r[2]), against = count(r[3]);
    i64 full = least(3, there), lost = r[4] / 1000, slain = r[4] % 1000;
    i64 wrong = acting(t, actor) + (t->wait >= 0) + !b->near[s * 42 + g] + (t->owner[s] != actor)
        + (t->owner[g] == actor) + (dice > least(3, here - 1)) + (against > full) + (against < full) + (dice < full)
        + (due_losses(r[2], r[3]) != r[4]) + (t->moves > 0) + drawn(t, actor);
    if (s == g || lost > here || slain > there) { *stop = 1; return wrong; }
    add(t, s, -lost); add(t, g, -slain); t->attacks++;
    if (there == slain) { t->wait = g; t->wait_from = s; t->wait_by = actor; t->wait_dice = dice; }
    return wrong;
}
static i64 pass(Table *t, const Board *b, i64 op, i64 actor, const i64 *r, i64 *stop) {
    i64 s = r[0], g = r[1], left = t->armies[s] - r[2], wrong = acting(t, actor) + (left < 1);
    if (op == 17) {
        wrong += !(t->wait == g && t->wait_from == s && t->wait_by == actor) + (t->wait == g && r[2] < t->wait_dice);
        if (left < 2 || r[2] < 2) {
            i64 stay = due(t, b, actor, s, g), enter = due(t, b, actor, g, g), dice = t->wait == g ? t->wait_dice : 1;
            wrong += (left < stay || r[2] < enter) && (dice > enter ? dice : enter) <= left + r[2] - stay;
        }
    } else {
        wrong += (t->wait >= 0) + !b->near[s * 42 + g] + (t->owner[s] != actor || t->owner[g] != actor)
            + (t->moves > 0) + (left < due(t, b, actor, s, g));
    }
    if (s == g || left < 0 || (op == 18 && t->owner[s] != t->owner[g])) { *stop = 1; return wrong; }
    if (op == 17 && t->owner[g] != actor) {
        if (t->armies[g]) { *stop = 1; return wrong; }
        t->felled += t->lands[t->owner[g]] == 1;
        give(t, b, g, actor); t->conquests++;
    }
    add(t, s, -r[2]); add(t, g, r[2]);
    if (op == 17 && t->wait == g) t->wait = -1;
    t->moves += op == 18;
    return wrong;
}
static i64 deal_wrong(const Table *t, const Board *b) {
    i64 uneven = 0, share = 0;
    for (i64 c = 0; c < 6; c++) {
        uneven |= t->seat[c] >= 0 && (t->lands[c] < 42 / t->players || t->lands[c] > 42 / t->players + 1);
        for (i64 k = 0; k < 6; k++) share |= 2 * t->held[c * 8 + k] > b->size[k];
    }
    i64 stacked = 0;
    for (i64 k = 0; k < 42; k++) stacked |= t->owner[k] >= 0 && t->armies[k] != 1;
    return uneven + share + stacked;
}
static i64 out_of_order(const Table *t, i64 actor, i64 endowment) {
    i64 at = t->placer < 0 ? t->players - 1 : t->seat[t->placer];
    for (i64 k = 0; k < t->players; k++) {
        at = (at + 1) % t->players;
        if (t->setup[t->order[at]] < endowment) return t->order[at] != actor;
    }
    return 0;
}
static i64 place(Table *t, const Board *b, i64 op, i64 actor, i64 n, const i64 *x) {
    i64 sum = 0, foreign = 0, endowment = 50 - 5 * t->players, wrong;
    for (i64 k = 0; k < n; k += 2) { sum += x[k + 1]; foreign |= t->owner[x[k]] != actor; }
    if (op == 8) {
        wrong = acting(t, actor) + (t->wait >= 0) + (t->placed + sum > entitled(t)) + foreign + (t->moves > 0)
            + (t->attacks && t->placed - t->late_before + sum > t->late) + (t->force[actor] + sum > 130) + drawn(t, actor);
        t->placed += sum;
    } else {
        i64 rest = endowment - t->setup[actor];
        wrong = (t->placements ? 0 : deal_wrong(t, b)) + (sum != (rest >= 0 && rest < 3 ? rest : 3)) + foreign;
        if (!t->turns) wrong += out_of_order(t, actor, endowment);
        t->setup[actor] += sum; t->placements++; t->placer = actor;
    }
    for (i64 k = 0; k < n; k += 2) add(t, x[k], x[k + 1]);
    return wrong;
}
static i64 start(Table *t, const Board *b, i64 actor) {
    i64 at = t->last < 0 ? t->players - 1 : t->seat[t->last], wrong = t->out[actor];
    do at = (at + 1) % t->players; while (t->out[t->order[at]] || !t->lands[t->order[at]]);
    wrong += t->order[at] != actor;
    if (!t->turns) { i64 bad = 0; for (i64 k = 0; k < t->players; k++) bad |= t->setup[t->order[k]] != 50 - 5 * t->players; wrong += bad; }
    t->attacks = t->conquests = t->moves = t->draws = t->placed = t->felled = t->sets = t->late = t->late_before = 0;
    t->active = t->last = actor; t->turns++; t->before = t->force[actor]; t->income = t->lands[actor] / 3; t->continents = 0;
    for (i64 k = 0; k < 6; k++) if (t->held[actor * 8 + k] == b->size[k]) t->continents += b->income[k];
    return wrong;
}
static i64 end(Table *t, i64 actor) {
    i64 wrong = (t->wait >= 0) + (t->active != actor), kept = 0;
    if (t->active >= 0) {
        for (i64 c = 0; c < 6; c++) kept |= t->cards[c] > 0 && !t->lands[c];
        wrong += (t->placed < least(entitled(t), 130 - t->before)) + (t->felled && kept)
            + (t->conquests && !t->draws && t->cards[t->active] < 7);
    }
    t->active = -1;
    return wrong;
}
static i64 take(Table *t, i64 from, i64 n, const i64 *x) {
    i64 lacking = 0;
    for (i64 k = 0; k < n; k++) { i64 *h = &t->hand[from * 45 + x[k]]; if (*h) { --*h; t->cards[from]--; } else lacking = 1; }
    return lacking;
}
static i64 exchange(Table *t, const Board *b, i64 actor, const i64 *r, const i64 *x) {
    i64 n[4] = {0, 0, 0, 0}, bonus = 0, worth = 0, wrong = acting(t, actor) + (t->attacks && !t->felled);
    wrong += (t->wait >= 0) + (t->moves > 0) + drawn(t, actor);
    for (i64 k = 0; k < r[4]; k++) { n[b->symbol[x[k]]]++; bonus += x[k] < 42 && t->owner[x[k]] == actor ? 2 : 0; }
    i64 three = n[0] == 3 || n[1] == 3 || n[2] == 3, pair = n[0] == 2 || n[1] == 2 || n[2] == 2;
    if (r[4] == 3) worth = three ? 8 : n[0] && n[1] && n[2] ? 10 : n[3] == 1 && pair ? 12 : 0;
    wrong += take(t, actor, r[4], x) + (worth ? (r[0] != worth) + (r[1] != bonus) : 1);
    if (!worth) bonus = 0;
    if (t->felled) { if (!t->late) t->late_before = t->placed; t->late += worth + bonus; }
    t->sets += worth + bonus;
    return wrong;
}
static i64 draw(Table *t, i64 actor, i64 n, const i64 *x) {
    i64 twice = 0, wrong = acting(t, actor) + !t->conquests + (t->draws + n > 1) + (t->cards[actor] + n > 7);
    for (i64 k = 0; k < n; k++) {
        i64 out = 0;
        for (i64 c = 0; c < 6; c++) out += t->hand[c * 45 + x[k]];
        twice |= out >= (x[k] == 42 ? 2 : 1);
    }
    for (i64 k = 0; k < n; k++) { t->hand[actor * 45 + x[k]]++; t->cards[actor]++; t->draws++; }
    return wrong + twice;
}
static i64 rare(Table *t, const Board *b, i64 op, i64 actor, const i64 *r, const i64 *x) {
    i64 wrong = 0;
    if (op == 2) for (i64 k = 0; k < r[4]; k++) { t->order[k] = x[k]; t->seat[x[k]] = k; t->players = r[4]; }
    if (op == 3) for (i64 k = 0; k < r[4]; k++) {
        wrong |= t->owner[x[k]] >= 0; give(t, b, x[k], actor); add(t, x[k], 1 - t->armies[x[k]]); t->setup[actor]++;
    }
    if (op == 21) {
        wrong = take(t, r[0], r[4], x);
        if (r[1] < 9) for (i64 k = 0; k < r[4]; k++) { t->hand[r[1] * 45 + x[k]]++; t->cards[r[1]]++; }
        if (r[2] == 0) wrong += t->lands[r[0]] > 0 || (r[1] != t->active && !(r[1] == 11 && t->active >= 0 && t->cards[t->active] >= 7));
    }
    if (op == 26) { wrong = t->lands[r[0]] > 0 || actor != t->active; t->out[r[0]] = 1; }
    if (op == 39) {
        i64 points = 0;
        for (i64 k = 0; k < 42; k++) if (t->owner[k] == actor && b->goal[actor * 42 + k]) points += 2 * b->degree[k];
        wrong = points != r[0];
    }
    return wrong;
}
/* Judges `n` rows; findings in all; the owners and armies at the end go to `board`, the event that is impossible to `*stop`. */
i64 judge(const i64 *rows, i64 n, const i64 *extra, const Board *b, i64 *board, i64 *stopped) {
    Table t; memset(&t, 0, sizeof t);
    for (i64 k = 0; k < 42; k++) t.owner[k] = -1;
    for (i64 k = 0; k < 9; k++) t.seat[k] = -1;
    t.active = t.last = t.wait = t.placer = -1;
    i64 found = 0, stop = 0;
    for (i64 k = 0; k < n && !stop; k++, rows += 8) {
        i64 op = rows[0], actor = rows[1]; const i64 *r = rows + 2, *x = extra + (rows[7] > 0 ? rows[7] : 0);
        switch (op) {
        case 16: found += attack(&t, b, actor, r, &stop); break;
        case 17: case 18: found += pass(&t, b, op, actor, r, &stop); break;
        case 7: case 8: found += place(&t, b, op, actor, r[4], x); break;
        case 10: found += start(&t, b, actor); break;
        case 12: found += end(&t, actor); break;
        case 13: found += (t.active != actor) + (r[0] != t.income || r[1] != t.continents || r[2] != t.sets || r[3] != entitled(&t)); break;
        case 14: found += exchange(&t, b, actor, r, x); break;
        case 19: found += draw(&t, actor, r[4], x); break;
        default: found += rare(&t, b, op, actor, r, x);
        }
        if (stop) *stopped = k + 1;
    }
    memcpy(board, t.owner, sizeof t.owner); memcpy(board + 42, t.armies, sizeof t.armies);
    return found;
}
