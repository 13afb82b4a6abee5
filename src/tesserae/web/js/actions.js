// @ts-check
/** Reads and writes the texts of actions by the forms that a game declares (src/tesserae/games/actions.py). */

import { given } from "./given.js";

const SQUARES = ["from", "to", "target"];
const SQUARE = "\\w+|\\?";
/** @type {Record<string, string>} */
const FIELDS = {
	piece: "[a-z?]*",
	from: SQUARE,
	to: SQUARE,
	target: SQUARE,
	direction: "[a-z]*",
	number: "\\d{1,9}",
};
const NOTHING = { verb: "", ends: false, piece: "", from: "", to: "", target: "", direction: "", number: "" };
const PLACEHOLDER = /\{(\w+)\}/;

/** @type {Map<string, Notation>} */
const known = new Map();

class Notation {
	/** @param {import("./given.js").Form[]} forms */
	constructor(forms) {
		this.forms = forms.map(({ verb, text, ends = false }) => {
			const parts = text.split(PLACEHOLDER).map((part, n) => (n % 2 ? `(?<${part}>${FIELDS[part]})` : escaped(part)));
			return { verb, ends, text, pattern: new RegExp(`^${parts.join("")}$`, "i") };
		});
	}

	/** What an action says; fields that its form does not have are empty, all of them if it is of no form.
	 * @type {(text: string) => Action} */
	read = (text) => {
		for (const { verb, ends, pattern } of this.forms) {
			const found = pattern.exec(text);
			if (found) return named({ ...NOTHING, verb, ends, ...found.groups });
		}
		return named(NOTHING);
	};

	/** The text of an action; its words can be replaced by others.
	 * @type {(verb: string, fields?: Props, word?: (word: string) => string) => string} */
	write = (verb, fields = {}, word) => {
		const parts = this.forms.find((form) => form.verb === verb)?.text.split(PLACEHOLDER) ?? [];
		const told = (/** @type {string} */ part) => (word ? part.replace(/[a-z]+/g, word) : part);
		return parts.map((part, n) => (n % 2 ? (fields[part] ?? "") : told(part))).join("");
	};
}

/** @param {Omit<Action, "squares">} action @returns {Action} */
const named = (action) => ({ ...action, squares: squareFields(action).map((field) => action[field]) });

/** The fields of an action that are squares, in the order of its text. @param {Omit<Action, "squares">} action */
export const squareFields = (action) =>
	/** @type {("from" | "to" | "target")[]} */ (SQUARES).filter((field) => !["", "?"].includes(action[field]));

/** Of the actions of a turn those that do more than end it, and the first of them.
 * @param {string} game @param {string[]} turn */
export const telling = (game, turn) => turn.filter((action, n) => !n || !notation(game).read(action).ends);

/** @param {string} text */
const escaped = (text) => text.replace(/[^\w\s]/g, "\\$&");

/** How the actions of a game are written. @param {string} game */
export function notation(game) {
	const found = known.get(game) ?? new Notation(given.games[game]?.forms ?? []);
	known.set(game, found);
	return found;
}
