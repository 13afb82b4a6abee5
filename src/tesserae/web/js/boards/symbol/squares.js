// @ts-check
/** The 49 squares of Symbol: names, neighbours, terrain and regions; and actions read from their notation. */

/** @typedef {[seat: number, pieces: string]} Stack */
/** @typedef {{square: string, stood: string, moved: boolean, rest: string|null, part: string, exploded: boolean, allowance: number}} Step */
/**
 * @typedef {object} View
 * @property {Record<string, any>} options
 * @property {number[]} actors
 * @property {number} turn
 * @property {"simple"|"full"} edition
 * @property {Record<string, Stack>} board
 * @property {string[]} reserve
 * @property {Record<string, number|null>} regions
 * @property {number} allowance
 * @property {Step|null} step
 * @property {number} quiet
 * @property {number} occurrences
 * @property {number} turns
 * @property {{winners: number[], reason: string}|null} outcome
 */
/**
 * @typedef {object} Action
 * @property {"place"|"move"|"explode"|"end"|"pass"} kind
 * @property {string} from where it starts: the square of a placed or exploded piece, too
 * @property {string} to where what moves comes to rest; the same as `from` for a strike on the spot
 * @property {string} part the pieces that move, or the one that is placed
 * @property {string} strike the struck square, or ""
 */

export const FILES = "abcdefg";
export const ORDER = "KGBWRD";
export const BANDS = { files: ["ab", "cde", "fg"], ranks: ["12", "345", "67"] };
export const SQUARES = [..."1234567"].flatMap((rank) => [...FILES].map((file) => file + rank));
export const DIRECTIONS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x || y);

/** @param {string} square @param {number[]} direction @param {number} [n] @returns {string} the square n steps on, "" if off the board */
export function beyond(square, [x, y], n = 1) {
  const file = FILES[FILES.indexOf(square[0]) + n * x];
  const rank = Number(square[1]) + n * y;
  return file && rank >= 1 && rank <= 7 ? file + rank : "";
}

/** @param {string} square */
export const around = (square) => DIRECTIONS.map((way) => beyond(square, way)).filter(Boolean);
/** @param {string} square */
export const isWater = (square) => BANDS.ranks[1].includes(square[1]);
/** @param {string} square the terrain's word: land, shore, coast or water */
export const terrain = (square) => ({ 2: "shore", 6: "shore", 3: "coast", 5: "coast", 4: "water" })[square[1]] ?? "land";
/** @param {string} square the name of its region */
export const regionOf = (square) =>
  [BANDS.files.find((files) => files.includes(square[0])), BANDS.ranks.find((ranks) => ranks.includes(square[1]))].join("");

/** @param {View} view @param {string} square @param {number} seat @returns {string} the pieces of a seat there */
export const pile = (view, square, seat) => (view.board[square]?.[0] === seat ? view.board[square][1] : "");

/** @param {string} pieces letters in the order of the notation */
export const sorted = (pieces) => [...pieces].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join("");

/** @param {string} pieces @param {string} less @returns {string} what is left of the pieces */
export function without(pieces, less) {
  const rest = [...pieces];
  for (const letter of less) {
    const index = rest.indexOf(letter);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest.join("");
}

/** @param {string} text @returns {Action} */
export function read(text) {
  const move = text.match(/^(..)(?:\[(\w+)\]-(..))?(?:\*(..))?$/);
  if (text[0] === "+") return { kind: "place", from: text.slice(3), to: text.slice(3), part: text[1], strike: "" };
  if (text.endsWith("!")) return { kind: "explode", from: text.slice(0, 2), to: text.slice(0, 2), part: "D", strike: "" };
  if (!move) return { kind: text === "pass" ? "pass" : "end", from: "", to: "", part: "", strike: "" };
  return { kind: "move", from: move[1], to: move[3] ?? move[1], part: move[2] ?? "", strike: move[4] ?? "" };
}
