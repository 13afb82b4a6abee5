// @ts-check
/** What a turn takes and threatens: sentences for a hint. */

import { reach } from "./hints.js";
import { t } from "./texts.js";
import { names } from "./words.js";

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

/** @param {string[]} _actions @param {any} before @param {any} after @param {number} seat @returns {string[]} */
export function foresee(_actions, before, after, seat) {
  if (!after) return [];
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
