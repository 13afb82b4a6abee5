// @ts-check
/** The board of a game, with its style sheet. */

import { loadStyle } from "../dom.js";


/** @type {Record<string, () => Promise<any>>} */
const BOARDS = {
  symbol: () => import("./symbol.js"),
  symbol_chain: () => import("./symbol_chain.js"),
  sequence: () => import("./sequence.js"),
  consequence: () => import("./consequence.js"),
};

/** @param {string} name of the game @returns {Promise<BoardFile>} */
export async function loadBoard(name) {
  /** @type {BoardFile} */
  const file = await BOARDS[name]();
  if (file.style) await loadStyle(file.style);
  return file;
}
