// @ts-check
/** What a move takes, scores or threatens, as far as whoever makes it can see: sentences for a hint. */

import { names } from "../boards/symbol/words.js";
import { reach } from "../boards/symbol/hints.js";
import { DIRECTIONS, place, square as at } from "../boards/kit.js";

/** @typedef {import("../types.js").BoardTable["t"]} T */

/** @param {string} game @param {string[]} actions of one turn @param {any} before @param {any} after the view then, if it can be known
 *  @param {number} seat @param {T} t @returns {string[]} */
export function effects(game, actions, before, after, seat, t) {
  if (game === "symbol") return after ? symbol(before, after, seat, t) : [];
  if (game === "symbol_chain") return chain(actions[0], before, seat, t);
  if (game === "sequence") return sequence(actions[0], before, seat, t);
  return consequence(actions[0], before, seat, t);
}

/** @param {any} view @param {number} seat all pieces of a side on the board */
const pieces = (view, seat) => Object.values(view.board).flatMap(([owner, stack]) => (owner === seat ? [...stack] : []));

/** @param {any} view @param {number} seat @returns {string[]} */
const regions = (view, seat) => Object.keys(view.regions).filter((name) => view.regions[name] === seat);

/** The squares of the other side that could be taken next. @param {any} view @param {number} seat @returns {Set<string>} */
function threats(view, seat) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const [square, [owner]] of Object.entries(view.board)) {
    if (owner !== seat) continue;
    const { takes, strikes } = reach(view, square);
    for (const there of [...takes, ...strikes]) found.add(there);
  }
  return found;
}

/** @param {any} before @param {any} after @param {number} seat @param {T} t */
function symbol(before, after, seat, t) {
  const told = [];
  const left = pieces(after, 1 - seat);
  const taken = pieces(before, 1 - seat).filter((piece) => {
    const there = left.indexOf(piece);
    if (there >= 0) left.splice(there, 1);
    return there < 0;
  });
  if (after.outcome?.winners.includes(seat)) return [t("hint.wins")];
  if (taken.length) told.push(t("hint.takes", { pieces: names(taken.join("")) }));
  const more = regions(after, seat).length - regions(before, seat).length;
  if (more > 0) told.push(t("hint.regions", { n: more }));
  const known = threats(before, seat);
  const fresh = [...threats(after, seat)].filter((square) => !known.has(square));
  const king = fresh.find((square) => after.board[square][1].includes("K"));
  if (king) told.push(t("hint.king", { square: king }));
  else if (fresh.length) told.push(t("hint.threatens", { pieces: names(fresh.map((square) => after.board[square][1]).join("")), squares: fresh.join(", ") }));
  return told;
}

/** @param {string} action @param {any} view @param {number} seat @param {T} t */
function chain(action, view, seat, t) {
  const [verb, what] = action.split(" ");
  if (verb === "place") return [t("hint.lays")];
  if (verb === "take") {
    const top = view.stacks[seat][what]?.at(-1);
    return [top ? t("hint.sequence", { n: top[1].split(" ").length }) : t("hint.unseen", { n: what })];
  }
  if (verb !== "flip") return [];
  const face = t(`symbol_chain.face.${view.taken[1].split(" ")[view.flipped.length]}`);
  return [t(view.board[what][1] === seat ? "hint.own" : "hint.scores", { face })];
}

/** The lines of five through a square, as lists of squares. @param {string} name */
function lines(name) {
  const [file, rank] = place(name);
  return [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([x, y]) =>
    [0, 1, 2, 3, 4].map((back) => [0, 1, 2, 3, 4].map((n) => [file + x * (n - back), rank + y * (n - back)])))
    .filter((line) => line.every(([x, y]) => x >= 0 && y >= 0 && x < 10 && y < 10))
    .map((line) => line.map(([x, y]) => at(x, y)));
}

/** @param {string} action @param {any} view @param {number} seat @param {T} t */
function sequence(action, view, seat, t) {
  const [card, square] = action.split("@");
  if (!square) return [];
  const team = seat % view.teams;
  const chips = { ...view.chips };
  const removed = chips[square];
  if (card === "REMOVE") delete chips[square];
  else chips[square] = team;
  const used = view.sequences.filter((/** @type {[number, string[]]} */ [of]) => of === team).flatMap((/** @type {[number, string[]]} */ [, line]) => line);
  /** The most chips of a team in a line through the square that nobody else stands in. @param {Record<string, number>} on @param {number} of */
  const most = (on, of) => Math.max(0, ...lines(square)
    .filter((line) => line.every((name) => on[name] === undefined || on[name] === of))
    .filter((line) => of !== team || line.filter((name) => used.includes(name)).length < 2)
    .map((line) => line.filter((name) => on[name] === of).length));
  const told = [];
  const own = card === "REMOVE" ? 0 : most(chips, team);
  if (own === 5) told.push(t("hint.completes"));
  else if (own >= 3) told.push(t("hint.line", { n: own }));
  const others = Array.from({ length: view.teams }, (_, of) => of).filter((of) => of !== team && (card !== "REMOVE" || of === removed));
  const stopped = Math.max(0, ...others.map((of) => most(card === "REMOVE" ? view.chips : without(view.chips, square), of)));
  if (stopped >= 3) told.push(t(card === "REMOVE" ? "hint.breaks" : "hint.blocks", { n: stopped }));
  return told;
}

/** @param {Record<string, number>} chips @param {string} square */
function without(chips, square) {
  const rest = { ...chips };
  delete rest[square];
  return rest;
}

/** @param {string} action @param {any} view @param {number} seat @param {T} t */
function consequence(action, view, seat, t) {
  const pushed = /@(..)>(\w+)$/.exec(action);
  if (!pushed) return [];
  const [files, ranks] = DIRECTIONS[pushed[2]] ?? [0, 0];
  let [file, rank] = place(pushed[1]);
  let last = "";
  for (let n = 1; ; n++) {
    [file, rank] = [file + files, rank + ranks];
    if (file < 0 || rank < 0 || file > 3 || rank > 3) return [t("hint.falls", { square: last, n: n - 1, side: t(`side.consequence.${1 - seat}`) })];
    if (!view.board[at(file, rank)]) return [t("hint.shifts", { n: n - 1 })];
    last = at(file, rank);
  }
}
