// @ts-check
/** Before a game with a deal: a word that goes into the shuffle. */

import { el } from "../dom.js";
import { t } from "../i18n.js";

/** A player who gives a word takes part in the shuffle, so nobody can have chosen the deal.
 *  @param {Pick<TablePage, "command" | "mine" | "table">} page @returns {HTMLElement[]} */
export function shuffleWord(page) {
	const word = el("input", {
		id: "word",
		maxlength: 40,
		value: page.table.seats[page.mine[0]].word ?? "",
		autocomplete: "off",
	});
	const give = (/** @type {Event} */ event) => (event.preventDefault(), page.command({ t: "word", word: word.value }));
	return [
		el("p", { class: "help" }, t("waiting.word.help")),
		el(
			"form",
			{ class: "row", on: { submit: give } },
			el("label", { for: "word" }, t("waiting.word")),
			word,
			el("button", { type: "submit" }, t("waiting.word.give")),
		),
	];
}
