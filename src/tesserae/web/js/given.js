// @ts-check
/** What the server has written into the page: the languages with their names, the pages, and of each game its files and how
 * the ids of its rules begin. */

/** @typedef {{path: string, module: string, bare?: boolean}} Place */

/** @type {{languages: Record<string, string>, pages: Place[], games: Record<string, {prefix: string, files: string[]}>}} */
export const given = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("given")).textContent ?? "");

/** Whether a game brings a file of its own. @param {string} game @param {string} file */
export const has = (game, file) => given.games[game]?.files.includes(file) ?? false;
