// @ts-check
/** What an action did, read off the views before and after it: for previews, traces, animation and words. */
/** @import { Action, Effects, View } from "./types.js" */

import { around, beyond, DIRECTIONS, pile, read, SQUARES, without } from "./squares.js";

/** @param {View} before @param {string} text @param {View} after @returns {Effects} */
export function effects(before, text, after) {
  const seat = before.turn;
  const action = read(text);
  const { kind, from, to, part, strike } = action;
  /** @type {Effects} */
  const found = { action, seat, shift: null, placed: "", removed: [], pushes: [], shoved: [], blasts: [], outcome: after.outcome };
  // The board once the actor's own pieces are where the action puts them, before anything is removed.
  const middle = [0, 1].map((owner) => Object.fromEntries(SQUARES.map((square) => [square, pile(before, square, owner)])));
  const [own, enemy] = [middle[seat], middle[1 - seat]];
  const moves = kind === "move" && from !== to;
  if (moves) {
    found.shift = { from, to, seat, pieces: part };
    own[from] = without(own[from], part);
  } else if (kind === "place") found.placed = to;
  if (moves || found.placed) own[to] += part;

  const pushed = new Set();
  if (moves && part.includes("R") && !fell(before, action, after))
    for (const way of DIRECTIONS) {
      const [near, far] = [beyond(to, way), beyond(to, way, 2)];
      const pieces = near && near !== strike ? enemy[near] : "";
      if (!pieces || pile(after, near, 1 - seat) === pieces) continue;
      if (far && pile(after, far, 1 - seat).length === enemy[far].length + pieces.length) {
        found.pushes.push({ from: near, to: far, seat: 1 - seat, pieces });
        enemy[far] += pieces;
        enemy[near] = "";
        continue;
      }
      pushed.add(near);
      if (/[GBWR]/.test(pieces)) found.shoved.push({ square: near, way });
    }

  for (const square of SQUARES)
    for (const owner of [0, 1]) {
      const pieces = without(middle[owner][square], pile(after, square, owner));
      if (!pieces) continue;
      const other = owner !== seat;
      const how = other && square === strike ? "strike" : other && moves && square === to ? "take" : pushed.has(square) ? "push" : "blast";
      found.removed.push({ square, seat: owner, pieces, how });
      if (pieces.includes("D")) found.blasts.push(square);
    }
  found.blasts = chain(found);
  return found;
}

/** Whether what was taken or struck blew the moved R up, so that it pushed nothing. @param {View} before @param {Action} action @param {View} after */
const fell = (before, { to, strike }, after) => !pile(after, to, before.turn).includes("R") && pile(before, strike || to, 1 - before.turn).includes("D");

/** The explosions in the order in which one sets off the next. @param {Effects} found */
function chain({ action, removed, blasts }) {
  const left = new Set(blasts);
  const causes = action.kind === "explode" ? [action.from] : removed.filter(({ how }) => how !== "blast").map(({ square }) => square);
  const queue = causes.filter((square) => left.delete(square));
  for (const square of queue) queue.push(...around(square).filter((there) => left.delete(there)));
  return [...queue, ...left];
}
