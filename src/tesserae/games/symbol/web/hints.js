// @ts-check
/** Cheap hints, drawn before the server is asked or where it cannot be: where a stack could go if it were its turn, and
 * where a reserve piece fits. They only light squares up; what counts is the legal list and what `stage` answers. */
/** @import { View } from "./types.js" */

import { around, beyond, DIRECTIONS, isWater, pile, SQUARES } from "./squares.js";

/** Where pieces of a square can go, what they can take by going there, and what strike. @param {View} view @param {string} square */
export function reach(view, square, pieces = view.board[square][1]) {
  const seat = view.board[square][0];
  const full = view.edition === "full";
  const found = { moves: new Set(), takes: new Set(), strikes: new Set() };
  const [own, enemy] = [seat, 1 - seat].map((owner) => (/** @type {string} */ there) => pile(view, there, owner) !== "");
  /** Whether one may stop there without taking. @param {string} there */
  const rests = (there) => there === square || (!enemy(there) && (full || !own(there)));
  /** Whether the way can go on from there. @param {string} there */
  const enter = (there) => {
    if (enemy(there)) found.takes.add(there);
    else if (there !== square && rests(there)) found.moves.add(there);
    return !enemy(there);
  };
  /** The end of a way on foreign terrain: own pieces are joined, enemies struck. @param {string} there @param {string} from @param {boolean} native */
  const abroad = (there, from, native) => {
    if (enemy(there)) native && rests(from) && found.strikes.add(there);
    else if (full && own(there)) enter(there);
    return false;
  };
  /** @param {string} from @param {number} left */
  const walk = (from, left) => {
    for (const there of around(from))
      if (isWater(there)) abroad(there, from, !isWater(from));
      else if (enter(there) && left > 1) walk(there, left - 1);
  };
  if (pieces.includes("G")) walk(square, 2);
  for (const way of DIRECTIONS) {
    /** @param {number} most @param {(there: string, from: string) => boolean} goes */
    const straight = (most, goes) => {
      let from = square;
      for (let n = 1; n <= most; n++) {
        const there = beyond(square, way, n);
        if (!there || !goes(there, from)) return;
        from = there;
      }
    };
    if (pieces.includes("W")) straight(2, enter);
    if (pieces.includes("R")) straight(1, enter);
    if (pieces.includes("B")) straight(3, (there, from) => (isWater(there) ? enter(there) : abroad(there, from, isWater(from))));
  }
  return found;
}

/** The squares near enough for a reserve piece, where it may stand. @param {View} view @param {number} seat @param {string} piece */
export function room(view, seat, piece) {
  const simple = view.edition === "simple";
  const holder = piece === "D" || simple ? /[KGBWR]/ : /K/;
  return SQUARES.filter((square) => {
    const own = pile(view, square, seat) !== "";
    if (pile(view, square, 1 - seat) || (own && simple)) return false;
    if (![square, ...around(square)].some((there) => holder.test(pile(view, there, seat)))) return false;
    return own || (piece === "G" ? !isWater(square) : piece === "B" ? isWater(square) : true);
  });
}
