// @ts-check
/** The status line under the board of a table, and the field for typing moves. */

import { button, el } from "../dom.js";
import { list, t } from "../i18n.js";
import { Saying } from "../saying.js";
import { settings } from "../settings.js";

/** Members of the page that are used here.
 * @typedef {"act" | "acting" | "board" | "file" | "focusBoard" | "game" | "hotSeat" | "keep" | "live" | "mine" | "name"
 *   | "over" | "past" | "step" | "table" | "view"} Needed */

export class Status extends Saying {
	result = ""; // of the game, in words

	/** @param {Pick<TablePage, Needed>} page */
	constructor(page) {
		super(page);
		this.page = page;
		this.typed = el("input", {
			id: "typed",
			autocomplete: "off",
			autocapitalize: "off",
			spellcheck: "false",
			placeholder: t("typing.example"),
		});
		/** @param {Event} event */
		const submit = (event) => (event.preventDefault(), this.#type());
		this.form = el(
			"form",
			{ class: "row typing", on: { submit } },
			el("label", { for: "typed", class: "unseen" }, t("typing.label")),
			this.typed,
			el("button", { type: "submit" }, t("typing.send")),
		);
		this.news = el("p", { class: "news muted", hidden: true }); // not for screen readers: the live region has said it
		this.panel = el("div", { class: "status" }, this.line, this.news, this.form);
	}

	/** What the others did. @param {string} text */
	tell(text) {
		this.news.hidden = !text;
		this.news.textContent = text;
	}

	/** @param {string[]} actions @param {string} [words] */
	propose(actions, words) {
		if (actions.length) this.page.step();
		this.page.keep(actions);
		super.propose(actions, words);
	}

	/** @returns {[string, string]} */
	sentence() {
		const { page } = this;
		const { table, live, view, past } = page;
		if (live.waiting) return [t(live.link === "open" ? "status.sending" : "status.unsent"), ""];
		if (page.over) return [this.result, "result"];
		if (table.status !== "playing") return [page.mine.length ? "" : t("status.watching"), ""];
		if (past.at !== null) return [t("status.past", { n: past.at, all: past.moves.length }), ""];
		if (page.hotSeat?.sentence) return [page.hotSeat.sentence, ""];
		if (page.acting) return [this.said || t("status.yours"), "now"];
		const names = list((view?.actors ?? []).map((seat) => page.name(seat)));
		const waiting = t("status.others", { names });
		return [page.mine.length ? waiting : `${t("status.watching")} ${waiting}`, ""];
	}

	get open() {
		return this.page.acting && !this.page.live.waiting;
	}

	more() {
		const { past, hotSeat } = this.page;
		return [
			past.at !== null &&
				button(t("status.present"), () => void past.look(null), { class: "primary", "data-key": "present" }),
			hotSeat?.more(),
		];
	}

	draw() {
		const { page } = this;
		if (!page.game) return;
		this.form.hidden = !settings.typing || !page.acting;
		super.draw([page.past.at, page.hotSeat?.sentence]);
	}

	async #type() {
		const actions = this.typed.value
			.split(/[;\n]/)
			.map((part) => part.trim())
			.filter(Boolean);
		if (!actions.length) return;
		this.page.board?.clear();
		this.proposal = null;
		if (await this.page.act(actions)) this.typed.value = "";
	}
}
