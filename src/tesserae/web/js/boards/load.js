// @ts-check
/** The board of a game, with its style sheet. */

import { loadStyle } from "../dom.js";

/** @param {string} name of the game @returns {Promise<BoardFile>} */
export async function loadBoard(name) {
  const file = await import(`./${name}.js`);
  await loadStyle(name);
  return file;
}
