// @ts-check
/** The 49 squares of Symbol: names, neighbours, terrain and regions; piles of pieces; actions read from their notation. */
/** @import { Action, View } from "./types.js" */

import { DIRECTIONS as WAYS, place, square } from "/static/js/boards/kit.js";

export const ORDER = "KGBWRD";
export const BANDS = { files: ["ab", "cde", "fg"], ranks: ["12", "345", "67"] };
export const SQUARES = Array.from({ length: 49 }, (_, n) => square(n % 7, Math.floor(n / 7)));
export const DIRECTIONS = Object.values(WAYS);

/** The square n steps on, "" if that is off the board. @param {string} name @param {number[]} way */
export function beyond(name, [x, y], n = 1) {
  const [file, rank] = place(name);
  const there = square(file + n * x, rank + n * y);
  return SQUARES.includes(there) ? there : "";
}

/** @param {string} square */
export const around = (square) => DIRECTIONS.map((way) => beyond(square, way)).filter(Boolean);
/** @param {string} square */
export const isWater = (square) => BANDS.ranks[1].includes(square[1]);
/** @param {string} square */
export const terrain = (square) => ["land", "shore", "coast", "water", "coast", "shore", "land"][Number(square[1]) - 1];
/** @param {string} square */
export const regionOf = ([file, rank]) => `${BANDS.files.find((band) => band.includes(file))}${BANDS.ranks.find((band) => band.includes(rank))}`;

/** The pieces of a seat on a square. @param {View} view @param {string} square @param {number} seat */
export const pile = (view, square, seat) => (view.board[square]?.[0] === seat ? view.board[square][1] : "");

/** How many of each colour. @param {string} pieces */
export const counted = (pieces) =>
  [...ORDER].map((letter) => /** @type {[string, number]} */ ([letter, pieces.split(letter).length - 1])).filter(([, n]) => n);

/** What is left of the pieces. @param {string} pieces @param {string} less */
export const without = (pieces, less) => [...less].reduce((left, letter) => left.replace(letter, ""), pieces);

/** @param {string} text @returns {Action} */
export function read(text) {
  const [move, from, part = "", to = from, strike = ""] = text.match(/^([a-g]\d)(?:\[(\w+)\]-(..))?(?:\*(..))?$/) ?? [];
  if (move) return { kind: "move", from, to, part, strike };
  const square = text.match(/[a-g]\d/)?.[0] ?? "";
  const kind = text === "pass" ? "pass" : text[0] === "+" ? "place" : square ? "explode" : "end";
  return { kind, from: square, to: square, part: kind === "place" ? text[1] : square && "D", strike };
}
