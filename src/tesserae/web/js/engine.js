// @ts-check
/** A game in the browser itself: its rules and its searches, in a worker. A state is some bytes, which the worker takes
 * and gives; actions are codes. */

/** @typedef {import("./engine/types.js").Description} Description */
/** @typedef {import("./engine/types.js").Thoughts} Thoughts */
/** @typedef {import("./engine/types.js").SearchOrder} SearchOrder */
/** @typedef {(thoughts: Thoughts) => void} Progress */
/** An order that the worker has not answered yet.
 * @typedef {{resolve: (result: any) => void, reject: (error: Error) => void, progress?: Progress}} Asked */

export class Engine {
	#worker = new Worker("/static/js/engine/worker.js", { type: "module" });
	/** @type {Map<number, Asked>} */ #asked = new Map();
	#last = 0;
	/** @type {Error | undefined} */ #failed = undefined;
	/** @type {Description} */ description = /** @type {any} */ (undefined);

	constructor() {
		this.#worker.addEventListener("message", ({ data }) => this.#take(data));
		this.#worker.addEventListener("error", (event) => this.#fail(new Error(event.message || "the worker has failed")));
	}

	/** @param {string} game */
	static async open(game) {
		const engine = new Engine();
		try {
			engine.description = await engine.#ask("open", [game]);
		} catch (error) {
			engine.close();
			throw error;
		}
		return engine;
	}

	/** End the worker; what it is asked fails. */
	close() {
		this.#worker.terminate();
		this.#fail(new Error("closed"));
	}

	/** A new game. @param {(bigint | number)[]} options as numbers @param {number} seats @param {bigint} seed
	 * @returns {Promise<Uint8Array>} */
	start(options, seats, seed) {
		return this.#ask("start", [options, seats, seed]);
	}

	/** The seats that may act; none when the game is over. @param {Uint8Array} state @returns {Promise<number[]>} */
	actors(state) {
		return this.#ask("actors", [state]);
	}

	/** The codes of the legal actions. @param {Uint8Array} state @param {number} seat @returns {Promise<bigint[]>} */
	legal(state, seat) {
		return this.#ask("legal", [state, seat]);
	}

	/** The state after an action; null if it is not legal.
	 * @param {Uint8Array} state @param {number} seat @param {bigint} action @returns {Promise<Uint8Array | null>} */
	act(state, seat, action) {
		return this.#ask("act", [state, seat, action]);
	}

	/** What a seat can know of a state. @param {Uint8Array} state @param {number} seat @returns {Promise<Uint8Array>} */
	hide(state, seat) {
		return this.#ask("hide", [state, seat]);
	}

	/** Random play to the end. @param {Uint8Array} state @param {number} seats @param {bigint} seed
	 * @returns {Promise<{state: Uint8Array, length: number, results: number[]}>} */
	play(state, seats, seed) {
		return this.#ask("play", [state, seats, seed]);
	}

	/** Search for the best actions. The signal ends it early, with what was found so far.
	 * @param {SearchOrder} order @param {Progress} [progress] @param {AbortSignal} [signal]
	 * @returns {Promise<Thoughts>} */
	search(order, progress, signal) {
		const answer = this.#ask("search", [order], progress);
		const id = this.#last;
		const stop = () => this.#worker.postMessage({ id, name: "stop" });
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop, { once: true });
		return answer.finally(() => signal?.removeEventListener("abort", stop));
	}

	/** @param {string} name @param {unknown[]} given @param {Progress} [progress] @returns {Promise<any>} */
	#ask(name, given, progress) {
		if (this.#failed) return Promise.reject(this.#failed);
		const id = ++this.#last;
		this.#worker.postMessage({ id, name, given });
		return new Promise((resolve, reject) => void this.#asked.set(id, { resolve, reject, progress }));
	}

	/** @param {{id: number, result?: unknown, error?: string, progress?: Thoughts}} answer */
	#take({ id, result, error, progress }) {
		const asked = this.#asked.get(id);
		if (progress) {
			asked?.progress?.(progress);
			return;
		}
		this.#asked.delete(id);
		if (error === undefined) asked?.resolve(result);
		else asked?.reject(new Error(error));
	}

	/** @param {Error} error */
	#fail(error) {
		this.#failed ??= error;
		for (const { reject } of this.#asked.values()) reject(error);
		this.#asked.clear();
	}
}
