// @ts-check
/** The past of the game: looking back while it is played, and with nothing hidden when it is over. */

import { did, said, tellAll } from "../effects.js";
import { t } from "../i18n.js";

/** Members of the page that are used here.
 * @typedef {"called" | "draw" | "file" | "game" | "live" | "main" | "over" | "status" | "table" | "view"} Needed */

export class Past {
	/** @type {number | null} */ at = null; // the number of moves at the selected moment; null: the present
	/** @type {Map<number, View>} */ views = new Map();
	/** @type {import("./look_back.js").Replay | null} */ replay = null;
	/** @type {Effect[][]} */ told = []; // the effects of moves from before the page was opened, once they are loaded
	/** @type {Promise<import("./look_back.js").Replay | null> | undefined} */ #asked = undefined;
	#reviewed = false;

	/** @param {Pick<TablePage, Needed>} page */
	constructor(page) {
		this.page = page;
	}

	get moves() {
		return this.page.over && this.replay ? this.replay.moves : this.page.live.moves;
	}

	/** In a game of memory nobody can look back during the game. */
	get open() {
		const { game, over, table } = this.page;
		return over || !game.memory || Boolean(game.aid && table.options[game.aid]);
	}

	/** The view that is on the screen. */
	get shown() {
		return this.at === null ? this.page.view : this.viewAt(this.at);
	}

	/** @param {number} moves how many had been made @returns {View | null} */
	viewAt(moves) {
		if (this.page.over && this.replay) return this.replay.views[moves] ?? null;
		return this.views.get(moves) ?? null;
	}

	/** The effects of a move, if they are known. @param {number} index */
	effects(index) {
		const { over } = this.page;
		return (over && this.replay ? this.replay.effects : this.told)[index] ?? this.moves[index]?.effects;
	}

	/** A move in words: what it did, or if that is not known, the move itself. @param {number} index */
	describe(index) {
		const { page } = this;
		const { seat, action } = this.moves[index];
		const name = seat === null ? t("seat.referee") : page.called(seat);
		const told = tellAll(page.game.name, this.effects(index) ?? [], (one) => page.called(one));
		return told ? said(name, told) : did(name, page.file.describe(action, this.viewAt(index) ?? page.view));
	}

	/** The same, after loading the effects if necessary. @param {number} index */
	async explain(index) {
		if (!this.effects(index) && this.open) {
			this.#asked ??= import("./look_back.js").then(({ recall }) => recall(this.page));
			this.told = (await this.#asked)?.effects ?? [];
		}
		return this.describe(index);
	}

	/** Keep the present view for later. @param {boolean} [anew] and nothing else */
	remember(anew = false) {
		if (anew) {
			this.views.clear();
			this.told = [];
			this.#asked = undefined;
		}
		const { live, view } = this.page;
		if (view) this.views.set(live.moves.length, view);
		if (this.at !== null && this.at > this.moves.length) this.at = null;
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const target = /** @type {Element} */ (event.target);
		if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
		if (target.closest("input, textarea, select, dialog")) return;
		if (event.key === "?") return void import("./keys.js").then(({ showKeys }) => showKeys(this.page));
		if (!this.page.game || !this.open || !this.page.view) return;
		const at = this.at ?? this.moves.length;
		const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.moves.length };
		if (!(event.key in steps)) return;
		event.preventDefault();
		void this.look(steps[/** @type {keyof steps} */ (event.key)]);
	}

	/** Look at an earlier moment; the game continues. @param {number | null} at */
	async look(at) {
		if (this.open) await (await import("./look_back.js")).look(this, at);
	}

	/** The address of a moment: the number of moves after #. */
	address() {
		const moment = /^#(\d+)$/.exec(location.hash)?.[1];
		if (moment) void this.look(Number(moment));
		else if (this.at !== null) void this.look(null);
	}

	/** When the game is over: load the whole game, with nothing hidden. */
	async review() {
		if (!this.page.over || this.#reviewed) return;
		this.#reviewed = true;
		this.replay = await (await import("./look_back.js")).recall(this.page);
		this.page.draw(false);
	}
}
