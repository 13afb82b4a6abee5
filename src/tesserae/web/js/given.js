// @ts-check
/** What the server has written into the page: the languages with their names, the pages, the pages of the rulebook by
 * the prefix of their rules, and for each game its files, its prefix, the forms of its actions, and facts about
 * the rules that are in no view. */

/** @typedef {{path: string, module: string, bare?: boolean}} Place */

/** @typedef {{verb: string, text: string, ends?: boolean}} Form */
/** @typedef {{prefix: string, files: string[], facts: Record<string, unknown>, forms: Form[]}} GivenGame */
/** @typedef {{languages: Record<string, string>, pages: Place[]}} GivenPages */
/** @type {GivenPages & {books: Record<string, string>, games: Record<string, GivenGame>}} */
export const given = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("given")).textContent ?? "");

/** Whether a game brings a file of its own. @param {string} game @param {string} file */
export const has = (game, file) => given.games[game]?.files.includes(file) ?? false;

/** What the rules of a game say beside its views. @param {string} game */
export const facts = (game) => given.games[game]?.facts ?? {};
