// @ts-check
/** The line of text beside a board: what can be done now, why something was refused, what is proposed. */

import { button, el, redraw } from "./dom.js";
import { list, t } from "./i18n.js";
import { ruleLink } from "./names.js";
import { settings } from "./settings.js";
import { announce } from "./shell.js";
import { shield } from "./shield.js";

/** @typedef {import("./types.js").Player} Player */

export class Saying {
	said = ""; // by the board
	/** @type {{text: string, rule: string | null, mark: string} | null} */ reason = null;
	/** @type {{actions: string[], words: string} | null} */ proposal = null;
	line = el("div", { class: "sentence" });

	/** @param {Player} player */
	constructor(player) {
		this.player = player;
	}

	/** What the board says can be done. @param {string} text */
	say(text) {
		if (text !== this.said && this.reason?.mark === "why") this.reason = null; // the next step is possible
		this.said = text;
		this.draw();
	}

	/** Why something is not possible.
	 * @param {string} text @param {string | null} [rule] @param {string} [mark] how it is marked */
	explain(text, rule = null, mark = "why") {
		this.reason = { text, rule, mark };
		announce(rule ? `${text} (${rule})` : text);
		this.draw();
	}

	/** @param {string[]} actions @param {string} [words] @returns {void} */
	propose(actions, words) {
		this.reason = null;
		if (actions.length && !settings.confirm) return void this.player.act(actions);
		const { file, view } = this.player;
		this.proposal = actions.length
			? { actions, words: words ?? list(actions.map((action) => file.describe(action, view))) }
			: null;
		if (this.proposal) announce(this.proposal.words);
		this.draw();
	}

	withdraw() {
		if (this.proposal) this.player.board?.clear();
		this.close();
	}

	/** The proposal and its buttons are gone: if one of them had the focus, the board gets it. */
	close() {
		const focused = this.line.contains(document.activeElement);
		this.proposal = null;
		this.draw();
		if (focused) this.player.focusBoard();
	}

	/** The position has changed: remove what was said about the old one. */
	fresh() {
		this.reason = null;
		this.proposal = null;
		this.said = "";
	}

	async confirm() {
		const { board } = this.player;
		if (board?.staging && !(await board.staging)) return; // a step that was still on its way was refused
		const actions = this.proposal?.actions;
		const place = this.line.querySelector("[data-key=confirm]")?.getBoundingClientRect();
		if (place) shield(place);
		this.close();
		if (actions) void this.player.act(actions);
	}

	/** The sentence to begin with, and how it is marked. @returns {[text: string, mark: string]} */
	sentence() {
		return [this.said, "now"];
	}

	/** Buttons to end with. @returns {Child} */
	more() {
		return null;
	}

	/** Whether something can be proposed now. */
	get open() {
		return this.player.acting;
	}

	/** @param {unknown} [shown] what else `more` depends on */
	draw(shown) {
		const [sentence, mark] = this.sentence();
		const proposal = this.open ? this.proposal : null;
		const { reason } = this;
		redraw(this.line, [sentence, mark, proposal, reason, shown], () => [
			sentence && el("p", { class: mark }, sentence),
			reason && el("p", { class: reason.mark }, reason.text, reason.rule && ruleLink(reason.rule)),
			proposal &&
				el(
					"div",
					{ class: "proposal", role: "group", "aria-label": t("proposal.title") },
					el("span", { class: "words" }, proposal.words),
					button(t("proposal.confirm"), () => void this.confirm(), { class: "primary", "data-key": "confirm" }),
					button(t("cancel"), () => this.withdraw(), { "data-key": "cancel" }),
				),
			this.more(),
		]);
	}
}
