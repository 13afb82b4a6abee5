// @ts-check
/** What an action did, read off the views before and after it: for previews, traces, animation and words. */

import { beyond, DIRECTIONS, around, ORDER, pile, read, SQUARES, without } from "./squares.js";

/** @typedef {import("./squares.js").View} View */
/** @typedef {{square: string, seat: number, pieces: string, how: "take"|"strike"|"push"|"blast"}} Removal */
/** @typedef {{from: string, to: string, seat: number, pieces: string}} Shift */
/**
 * @typedef {object} Effects
 * @property {import("./squares.js").Action} action
 * @property {number} seat who acted
 * @property {Shift|null} shift what the actor moved
 * @property {string} placed the square of a reinforcement, or ""
 * @property {Removal[]} removed
 * @property {Shift[]} pushes pushed and still there
 * @property {{square: string, off: number[]}[]} shoved pushed out: whence, and in which direction
 * @property {string[]} blasts squares whose D exploded, the first cause first
 * @property {View["outcome"]} outcome
 */

/** @param {View} before @param {string} text @param {View} after @returns {Effects} */
export function effects(before, text, after) {
  const seat = before.turn;
  const action = read(text);
  /** @type {Effects} */
  const found = { action, seat, shift: null, placed: "", removed: [], pushes: [], shoved: [], blasts: [], outcome: after.outcome };
  /** The board once the actor's own pieces are where the action puts them, before anything is removed. @type {Record<string, string>[]} */
  const middle = [0, 1].map((owner) => Object.fromEntries(SQUARES.map((square) => [square, pile(before, square, owner)])));
  const [own, enemy] = [middle[seat], middle[1 - seat]];
  const moves = action.kind === "move" && action.from !== action.to;
  if (moves) {
    found.shift = { from: action.from, to: action.to, seat, pieces: action.part };
    own[action.from] = without(own[action.from], action.part);
    own[action.to] += action.part;
  } else if (action.kind === "place") {
    found.placed = action.to;
    own[action.to] += action.part;
  }
  const pushed = new Set();
  if (moves && action.part.includes("R") && !fell(before, action, after))
    for (const way of DIRECTIONS) {
      const [from, to] = [beyond(action.to, way), beyond(action.to, way, 2)];
      const pieces = from && from !== action.strike ? enemy[from] : "";
      if (!pieces || pile(after, from, 1 - seat) === pieces) continue;
      if (to && pile(after, to, 1 - seat).length === enemy[to].length + pieces.length) {
        found.pushes.push({ from, to, seat: 1 - seat, pieces });
        enemy[to] += pieces;
        enemy[from] = "";
      } else if (/[GBWR]/.test(pieces)) found.shoved.push({ square: from, off: way });
      if (enemy[from]) pushed.add(from);
    }
  for (const square of SQUARES)
    for (const owner of [0, 1]) {
      const pieces = without(middle[owner][square], pile(after, square, owner));
      if (!pieces) continue;
      const mine = owner === seat;
      const how = !mine && square === action.strike ? "strike" : !mine && moves && square === action.to ? "take" : pushed.has(square) ? "push" : "blast";
      found.removed.push({ square, seat: owner, pieces, how });
      if (pieces.includes("D")) found.blasts.push(square);
    }
  found.blasts = chain(found);
  return found;
}

/** Whether what was taken or struck blew the moved R up, so that it pushed nothing. @param {View} before @param {import("./squares.js").Action} action @param {View} after */
const fell = (before, { to, strike }, after) =>
  !pile(after, to, before.turn).includes("R") && pile(before, strike || to, 1 - before.turn).includes("D");

/** The explosions in the order in which one sets off the next. @param {Effects} found */
function chain({ action, removed, blasts }) {
  const left = new Set(blasts);
  const causes = removed.filter(({ how }) => how !== "blast").map(({ square }) => square);
  const queue = (action.kind === "explode" ? [action.from] : causes).filter((square) => left.delete(square));
  for (const square of queue) queue.push(...around(square).filter((there) => left.delete(there)));
  return [...queue, ...left];
}

/** @param {string} pieces @returns {[letter: string, count: number][]} */
export const counted = (pieces) =>
  [...ORDER].map((letter) => /** @type {[string, number]} */ ([letter, pieces.split(letter).length - 1])).filter(([, n]) => n);
