// @ts-check
/** A turn being composed: the game as it stands, and the steps that are staged on it, each with the view after it. */
/** @import { View } from "./types.js" */

import { tellAll } from "/static/js/effects.js";
import { pile, read, SQUARES, write } from "./squares.js";

export class Turn {
	/** @type {View} */ base = /** @type {any} */ (null); // the game as it stands
	/** @type {string[]} */ steps = [];
	/** @type {View[]} */ views = [];
	/** @type {Effect[][]} */ effects = []; // what each step does
	/** @type {string[] | null} */ known = null; // all legal actions as the game stands, if few enough to be listed
	/** @type {string[] | null} */ legal = null; // the same after the steps
	/** @type {Map<string, Promise<Staged | void>>} */ #answers = new Map();

	/** @param {Table} table */
	constructor(table) {
		this.table = table;
	}

	get now() {
		return this.views[this.views.length - 1] ?? this.base;
	}

	/** Whose turn it is. */
	get seat() {
		return this.base.turn;
	}

	/** Whether there may be more steps. */
	get open() {
		const { turn, step, outcome } = this.now;
		return !outcome && turn === this.seat && (!this.steps.length || step !== null);
	}

	/** The square of the king, "" before it is placed. */
	get king() {
		return SQUARES.find((square) => pile(this.now, square, this.seat).includes("K")) ?? "";
	}

	/** The game goes on, maybe with the first of our steps.
	 * @param {View} view @param {string[] | null} legal @param {string} [last]
	 * @returns {"same" | "own" | "news"} */
	show(view, legal, last) {
		const same = this.base && moment(view) === moment(this.base);
		const own = !same && this.steps.length > 0 && last === this.steps[0];
		this.base = view;
		this.#answers.clear();
		if (own) {
			this.steps.shift();
			this.views.shift();
			this.effects.shift();
		} else if (!same) this.clear();
		this.known = legal?.length ? legal : same ? this.known : null;
		if (!this.steps.length) this.legal = this.known;
		return same ? "same" : own ? "own" : "news";
	}

	clear() {
		if (this.steps.length) this.table.propose([]);
		this.steps = [];
		this.views = [];
		this.effects = [];
		this.legal = this.known;
	}

	/** What steps would lead to; null if they are refused, and then the page has said why. @param {string[]} steps */
	stage(steps) {
		const key = steps.join(" ");
		const answer = this.#answers.get(key) ?? this.table.stage(steps).catch(() => void this.#answers.delete(key));
		this.#answers.set(key, answer);
		return answer;
	}

	/** Stage these steps instead of those before; whether that could be done. @param {string[]} steps */
	async set(steps) {
		const before = this.now;
		const answer = steps.length ? await this.stage(steps) : { views: [], effects: [], legal: this.known };
		if (!answer || this.now !== before) return false;
		this.steps = steps;
		this.views = answer.views;
		this.effects = answer.effects;
		this.legal = answer.legal;
		return true;
	}

	/** The legal actions of a square, of a high stack only those of the part in use; with staged steps and a long list,
	 * those from before: adding pieces takes no movement away.
	 * @param {string} square @param {string} part */
	async actions(square, part) {
		const all = this.legal?.filter((action) => read(action).from === square) ?? (await this.table.legal(square));
		if (all) return { list: all, whole: true };
		const begins = ["move", "strike", "explode"].map((verb) => write(verb, { from: square, piece: part }));
		const lists = begins.map((begin) => this.table.legal(square, begin));
		return { list: (await Promise.all(lists)).flatMap((list) => list ?? []), whole: false };
	}

	/** The steps in words. */
	told() {
		return tellAll("symbol", this.effects.flat(), (seat) => this.table.name(seat));
	}
}

/** What tells one moment of a game from another. @param {View} view */
const moment = ({ board, reserve, turn, step, turns, outcome }) =>
	JSON.stringify([board, reserve, turn, step, turns, outcome]);
