// @ts-check
/** Bots move at a human pace: their moves wait until the one before has been seen. */

/** @import { EventMessage, ThinkingMessage } from "./types.js" */

import { pace } from "./settings.js";

export class Paced {
	/** @type {(EventMessage | ThinkingMessage)[]} */ #coming = [];
	#moved = 0; // when the last move was shown
	/** @type {ReturnType<typeof setTimeout> | undefined} */ #next = undefined;

	/** @param {import("./live.js").Live} live */
	constructor(live) {
		this.live = live;
	}

	/** @param {EventMessage | ThinkingMessage} message which has its place between events */
	put(message) {
		this.#coming.push(message);
		if (this.#next === undefined) this.#drain(pace);
	}

	/** What has come is taken in, in order and each move in its time. @param {() => number} pace */
	#drain(pace) {
		clearTimeout(this.#next);
		this.#next = undefined;
		while (this.#coming.length) {
			const [{ kind, seat }] = this.#coming;
			const bot = kind === "acted" && this.live.doc?.table.seats[seat ?? -1]?.kind === "bot";
			const idle = !this.live.legal && !document.hidden; // who may act meanwhile must know how things stand
			const wait = bot && idle ? this.#moved + pace() - Date.now() : 0;
			if (wait > 0) {
				this.#next = setTimeout(() => this.#drain(pace), wait);
				return;
			}
			if (kind === "acted") this.#moved = Date.now();
			const next = this.#coming.shift();
			if (next) this.live.take(next);
		}
	}

	/** Do not wait any longer. */
	hurry() {
		this.#drain(() => 0);
	}

	/** What has not been taken in comes again. */
	drop() {
		this.#coming = [];
		this.hurry();
	}
}
