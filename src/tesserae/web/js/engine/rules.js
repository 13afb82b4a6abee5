// @ts-check
/** The rules of a game: from a state, which is some bytes, to what is legal in it and what comes of it. */

/** @import { Given, Module } from "./module.js" */

export class Rules {
	/** @param {Module} module */
	constructor(module) {
		const { record, sizes } = module.description;
		this.module = module;
		this.states = module.room(record, 1);
		this.out = module.room(8, sizes.room);
	}

	/** A new game. @param {(bigint | number)[]} options as numbers, in their order
	 * @param {number} seats @param {bigint} seed */
	start(options, seats, seed) {
		const { module, states } = this;
		const room = module.room(8, options.length);
		module.integers(room).set(options.map(BigInt));
		module.bytes(states).fill(0);
		module.call("contract.start", { states, options: room, seats, seed });
		module.free({ room });
		return this.taken();
	}

	/** The seats that may act. @param {Uint8Array} state */
	actors(state) {
		const mask = this.ask("contract.actors", state);
		return [...Array(64).keys()].filter((seat) => (mask >> BigInt(seat)) & 1n);
	}

	/** @param {Uint8Array} state @returns {boolean} */
	over(state) {
		return this.ask("contract.over", state);
	}

	/** The codes of all legal actions, in ascending order.
	 * @param {Uint8Array} state @param {number} seat @returns {bigint[]} */
	legal(state, seat) {
		const count = Number(this.ask("contract.legal", state, { seat, out: this.out }));
		if (count > this.out.shape[0]) {
			this.module.free({ out: this.out });
			this.out = this.module.room(8, count);
			return this.legal(state, seat);
		}
		return [...this.module.integers(this.out).subarray(0, count)];
	}

	/** The state after an action; null if it is not legal.
	 * @param {Uint8Array} state @param {number} seat @param {bigint} action */
	act(state, seat, action) {
		return this.ask("contract.act", state, { seat, action, out: this.out }) ? this.taken() : null;
	}

	/** What a seat can know of a state. @param {Uint8Array} state @param {number} seat */
	hide(state, seat) {
		this.ask("contract.hide", state, { seat });
		return this.taken();
	}

	/** The result of a finished game for each seat. @param {Uint8Array} state @param {number} seats */
	returns(state, seats) {
		const out = this.module.room(8, seats);
		this.ask("contract.returns", state, { out });
		const results = [...this.module.floats(out)];
		this.module.free({ out });
		return results;
	}

	/** Random play to the end: the last state, the number of actions and the results.
	 * @param {Uint8Array} state @param {number} seats @param {bigint} seed */
	play(state, seats, seed) {
		const { module, out } = this;
		const [results, rng] = [module.room(8, 1, seats), module.room(8, 4)];
		const rooms = { results, lengths: module.room(8, 1), branching: module.room(8, 1), rng };
		this.ask("playouts._batch", state, { first: 0, seed, ...rooms, out });
		const found = [...module.floats(results)];
		const length = Number(module.integers(rooms.lengths)[0]);
		module.free(rooms);
		return { state: this.taken(), length, results: found };
	}

	/** Call a function for a state. @param {string} name @param {Uint8Array} state @param {Given} [more] */
	ask(name, state, more) {
		if (state.length !== this.module.description.record) throw new TypeError("this is not a state of the game");
		this.module.bytes(this.states).set(state);
		return this.module.call(name, { states: this.states, ...more });
	}

	/** The state as it was left. */
	taken() {
		return this.module.bytes(this.states).slice();
	}
}
