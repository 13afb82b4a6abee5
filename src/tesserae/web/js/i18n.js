// @ts-check
/** Texts: for each language flat catalogues of the shell and of each game; placeholders are written {name}. */

import { given, has } from "./given.js";
import { settings } from "./settings.js";

export const LANGUAGES = given.languages;

/** @typedef {Record<string, string>} Texts */
/** @type {Texts} */
let catalogue = {};
/** The texts of the games that have been loaded. @type {Map<string, Texts>} */
const games = new Map();
let plural = new Intl.PluralRules("en");

/** The language in use: the chosen one, or the browser's first language that we have. */
export function language() {
	const tags = [settings.language, ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
	return tags.find((tag) => tag in LANGUAGES) ?? "en";
}

/** @param {string} path @returns {Promise<Texts>} */
const fetched = async (path) => (await fetch(`/static/${path}.json`)).json();

/** Fetch the catalogue of the language in use. */
export async function loadLanguage() {
	const tag = language();
	catalogue = await fetched(`lang/${tag}/shell`);
	games.clear();
	plural = new Intl.PluralRules(tag);
	document.documentElement.lang = tag;
}

/** Fetch the texts of a page that most never open. @param {string} part */
export async function addTexts(part) {
	Object.assign(catalogue, await fetched(`lang/${language()}/${part}`));
}

/** Load the texts of a game, in English if it has no others; its declaration replaces missing texts.
 * @param {string} name @param {Promise<Game>} declaration */
export async function loadTexts(name, declaration) {
	if (games.has(name)) return;
	const tag = [language(), "en"].find((one) => has(name, `lang/${one}.json`));
	const [game, found] = await Promise.all([declaration, tag ? fetched(`games/${name}/lang/${tag}`) : {}]);
	games.set(name, { ...declared(game), ...found });
}

/** @param {Game} game @returns {Texts} */
function declared({ title, about, sides, options }) {
	return Object.fromEntries([
		["title", title],
		["about", about],
		...sides.map((side, seat) => [`side.${seat}`, side]),
		...options.flatMap(({ name, help }) => [
			[`option.${name}`, name.replaceAll("_", " ")],
			[`option.${name}.help`, help],
		]),
	]);
}

/** @param {string} text @param {Props} words */
function fill(text, words) {
	return text.replace(/\{(\w+)\}/g, (gap, name) => (name in words ? String(words[name]) : gap));
}

/** @param {string} key @param {Props} words @param {(Texts | undefined)[]} where @returns {string | undefined} */
function find(key, words, where) {
	const forms = [key, `${key}.${plural.select(Number(words.n))}`];
	for (const texts of where) for (const form of forms) if (texts?.[form] !== undefined) return fill(texts[form], words);
}

/** @type {Translate} The text of a key; a key with plural forms is chosen by `words.n`. */
export function t(key, words = {}) {
	return find(key, words, [catalogue]) ?? missing(key);
}

/** The same, but the texts of a game come before those of the shell. @param {string} game @returns {Translate} */
export const texts =
	(game) =>
	(key, words = {}) =>
		find(key, words, [games.get(game), catalogue]) ?? missing(key);

/** @param {string} key */
function missing(key) {
	console.error(`no text for ${key}`);
	return key;
}

/** The text of a key that need not exist.
 * @param {string} key @param {string} otherwise @param {string} [game] whose it is @param {Props} [words] */
export function tOr(key, otherwise, game = "", words = {}) {
	return find(key, words, [games.get(game), catalogue]) ?? otherwise;
}

/** A refusal of the server: its template is the key. A value such as "land" may have a key, too, or be a refusal.
 * @param {Refusal} refusal @returns {string} */
export function refusal({ rule, sentence, words = {}, text }) {
	const whose = Object.keys(given.games).find((name) => rule?.startsWith(`${given.games[name].prefix}-`));
	const all = [catalogue, ...(whose ? [games.get(whose) ?? {}] : games.values())];
	/** @param {string} key */
	const found = (key) => all.find((texts) => key in texts)?.[key];
	/** A word, or the letters of several pieces, each of which has one. @param {string} part */
	const word = (part) => {
		const letters = [...part].map((letter) => found(`word:${letter}`));
		return found(`word:${part}`) ?? (part && letters.every(Boolean) ? list([...new Set(letters)].map(String)) : part);
	};
	const template = found(`refusal:${sentence}`) ?? (whose && text ? sentence : undefined);
	if (template === undefined) return text || fill(sentence || t("error.unknown"), words);
	const said = (/** @type {unknown} */ value) =>
		value && typeof value === "object" && "sentence" in value
			? refusal(/** @type {Refusal} */ (value))
			: String(value)
					.split(/(, | and | or )/)
					.map(word)
					.join("");
	const whole = fill(template, Object.fromEntries(Object.entries(words).map(([name, value]) => [name, said(value)])));
	return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** "Ada, Bo and Cy" @param {string[]} items */
export function list(items) {
	return new Intl.ListFormat(language()).format(items);
}
