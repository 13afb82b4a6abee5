// @ts-check
/** Shows the moves of bots one after another, with a pause before each. */

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

	/** @param {EventMessage | ThinkingMessage} message which comes between events */
	put(message) {
		this.#coming.push(message);
		if (this.#next === undefined) this.#drain(pace);
	}

	/** Apply what has come, in order, and each move of a bot when it is due. @param {() => number} pace */
	#drain(pace) {
		clearTimeout(this.#next);
		this.#next = undefined;
		while (this.#coming.length) {
			const [{ kind, seat }] = this.#coming;
			const bot = kind === "acted" && this.live.doc?.table.seats[seat ?? -1]?.kind === "bot";
			const idle = !this.live.legal && !document.hidden; // players who can act must see the present position
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

	/** Show everything now. */
	hurry() {
		this.#drain(() => 0);
	}

	/** Drop what was not shown; the server will send it again. */
	drop() {
		this.#coming = [];
		this.hurry();
	}
}
