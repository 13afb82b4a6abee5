// @ts-check
/** What the server has written into the page: the languages with their names, the pages, the pages of the rulebook by
 * the prefix of their rules, the patterns of the seats, and for each game its files, its prefix, facts about the rules
 * that are in no view, the forms of its actions, and its pieces, which pictures in Python are drawn from, too. */

/** @typedef {{path: string, module: string, bare?: boolean}} Place */

/** @typedef {{verb: string, text: string, ends?: boolean}} Form */
/** @typedef {[tag: keyof SVGElementTagNameMap, props: Record<string, string | number>]} Part */
/** @typedef {{shapes: Record<string, Part[]>, [more: string]: any}} Pieces */
/** @typedef {{prefix: string, files: string[], facts: Record<string, unknown>}} Brought */
/** @typedef {Brought & {forms: Form[], pieces: Pieces}} GivenGame */
/** @typedef {{languages: Record<string, string>, pages: Place[], weaves: Part[][]}} GivenPages */
/** @type {GivenPages & {books: Record<string, string>, games: Record<string, GivenGame>}} */
export const given = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("given")).textContent ?? "");

/** Whether a game brings a file of its own. @param {string} game @param {string} file */
export const has = (game, file) => given.games[game]?.files.includes(file) ?? false;

/** What the rules of a game say apart from its views. @param {string} game */
export const facts = (game) => given.games[game]?.facts ?? {};

/** The description of a game's pieces, from its pieces.json. @param {string} game */
export const pieces = (game) => given.games[game].pieces;
