// @ts-check
/** Cheap hints, drawn before the server is asked or where it cannot be: where a stack could go if it were its turn, and
 * where a reserve piece fits. They only light squares up; what counts is the legal list and what `stage` answers. */

import { around, beyond, DIRECTIONS, isWater, pile, SQUARES } from "./squares.js";

/** @typedef {import("./squares.js").View} View */
/** @typedef {{moves: Set<string>, takes: Set<string>, strikes: Set<string>}} Reach */

/** @param {View} view @param {string} square @param {string} [pieces] @returns {Reach} where the pieces can go, what they can take by going there, what strike */
export function reach(view, square, pieces = view.board[square][1]) {
  const seat = view.board[square][0];
  /** @type {Reach} */
  const found = { moves: new Set(), takes: new Set(), strikes: new Set() };
  const enemy = (/** @type {string} */ there) => pile(view, there, 1 - seat) !== "";
  const own = (/** @type {string} */ there) => pile(view, there, seat) !== "";
  const full = view.edition === "full";
  /** @param {string} there @returns {boolean} whether the way can go on from there */
  const enter = (there) => {
    if (there === square) return true;
    if (enemy(there)) found.takes.add(there);
    else if (full || !own(there)) found.moves.add(there);
    return !enemy(there);
  };
  const rests = (/** @type {string} */ there) => there === square || (!enemy(there) && (full || !own(there)));
  if (pieces.includes("G")) {
    const walk = (/** @type {string} */ from, /** @type {number} */ left) => {
      for (const there of around(from)) {
        if (!isWater(there)) enter(there) && left > 1 && walk(there, left - 1);
        else if (enemy(there)) !isWater(from) && rests(from) && found.strikes.add(there);
        else if (full && own(there)) enter(there);
      }
    };
    walk(square, 2);
  }
  for (const way of DIRECTIONS) {
    const straight = (/** @type {number} */ most, /** @type {(there: string, before: string) => boolean} */ goes) => {
      for (let n = 1, before = square; n <= most; n++) {
        const there = beyond(square, way, n);
        if (!there || !goes(there, before)) return;
        before = there;
      }
    };
    if (pieces.includes("W")) straight(2, enter);
    if (pieces.includes("R")) straight(1, enter);
    if (pieces.includes("B"))
      straight(3, (there, before) => {
        if (isWater(there)) return enter(there);
        if (enemy(there)) isWater(before) && rests(before) && found.strikes.add(there);
        else if (full && own(there)) enter(there);
        return false;
      });
  }
  return found;
}

/** @param {View} view @param {number} seat @param {string} piece @returns {string[]} the squares near enough for the reserve piece, where it may stand */
export function room(view, seat, piece) {
  const near = new Set();
  for (const [square, [owner, pieces]] of Object.entries(view.board)) {
    const holder = piece === "D" || view.edition === "simple" ? /[KGBWR]/ : /K/;
    if (owner === seat && holder.test(pieces)) [square, ...around(square)].forEach((there) => near.add(there));
  }
  return SQUARES.filter((square) => {
    const own = pile(view, square, seat) !== "";
    if (!near.has(square) || pile(view, square, 1 - seat) || (own && view.edition === "simple")) return false;
    return own || (piece === "G" ? !isWater(square) : piece === "B" ? isWater(square) : true);
  });
}
