// @ts-check
/** Searches: the same as in Python (src/tesserae/engine), whose compiled part does nearly all of the work. Each finds
 * what the one in Python finds from the same state, with the same seed and as many simulations. */

/** @import { Module, Room } from "./module.js" */
/** @import { Found, NetPlaces, Place, Settings, Task } from "./types.js" */

import { Rules } from "./rules.js";

/** What all searches have: their arrays, a net to judge by, and random numbers. */
class Search {
	/** @param {Module} module @param {Settings} settings @param {Task} task */
	constructor(module, settings, task) {
		this.module = module;
		this.settings = settings;
		this.task = task;
		this.rules = new Rules(module);
		this.sizes = module.description.sizes;
		this.root = this.worlds(1);
		this.rng = module.room(8, 4);
		module.call("rng.seed_rng", { rng: this.rng, seed: task.seed, stream: task.stream ?? 0n });
		this.net = this.judge(settings.net);
		/** The arrays of the search, and those that a kind has in addition to its tree. @type {Record<string, any>} */
		this.arrays = {};
		/** @type {Record<string, any>} */
		this.extra = {};
		this.simulations = 0;
	}

	/** Copies of the state. @param {number} count */
	worlds(count) {
		const { hidden } = this.task;
		const room = this.module.room(hidden.length, count);
		for (let i = 0; i < count; i++) this.module.bytes(room).set(hidden, i * hidden.length);
		return room;
	}

	/** A net, and room for its work. @param {NetPlaces} places */
	judge(places) {
		const { module } = this;
		const { inputs } = module.description;
		const net = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, this.weights(place)]));
		const hidden = module.room(4, places.bias.shape[0]);
		return {
			net,
			room: { places: module.room(8, inputs), amounts: module.room(4, inputs), hidden, sides: this.settings.sides },
		};
	}

	/** @param {Place} place */
	weights({ at, item, shape }) {
		const bytes = shape.reduce((product, length) => product * length, item);
		return this.module.filled(this.module.weights.subarray(at, at + bytes), item, ...shape);
	}

	/** A generator that begins with two draws of the search's own. */
	stream() {
		const { module, rng } = this;
		const own = module.room(8, 4);
		const seed = module.call("rng.draw", { rng });
		module.call("rng.seed_rng", { rng: own, seed, stream: module.call("rng.draw", { rng }) });
		return own;
	}

	/** Whether more simulations are of no use. */
	get settled() {
		return false;
	}

	/** Give all memory back. */
	end() {
		const { root, rng, net, arrays, extra } = this;
		const { states, out } = this.rules;
		this.module.free({ root, rng, net, arrays, extra, rules: { states, out } });
	}
}

/** A search by simulations, and its tree (engine/tree.py). */
class TreeSearch extends Search {
	/** @param {Module} module @param {Settings} settings @param {Task} task @param {number} sums for each node */
	constructor(module, settings, task, sums) {
		super(module, settings, task);
		const { nodes, seats } = task;
		const used = module.room(8, 1);
		module.integers(used)[0] = 1n;
		this.layout = module.description.layouts.node;
		this.arrays = {
			nodes: module.room(this.layout.bytes, nodes),
			sums: module.room(8, nodes, sums),
			used,
			rng: this.stream(),
			worlds: this.worlds(2),
			values: module.room(8, 2, seats),
			path: module.room(8, this.sizes.path),
			out: module.room(8, this.sizes.room),
			...this.net,
		};
	}

	/** A column of the nodes. @param {string} name */
	column(name) {
		return this.module.field(this.arrays.nodes, this.layout, name);
	}

	/** The actions that were tried, each with its node. */
	tried() {
		const [action, visits, child, sibling] = ["action", "visits", "child", "sibling"].map((name) => this.column(name));
		const tried = [];
		for (let node = child.get(0); node; node = sibling.get(node))
			if (visits.get(node)) tried.push({ node, action: action.wide(node), visits: visits.get(node) });
		return tried;
	}
}

/** Information-set Monte Carlo tree search (engine/search.py). */
class Mcts extends TreeSearch {
	/** @param {Module} module @param {Settings} settings @param {Task} task */
	constructor(module, settings, task) {
		super(module, settings, task, task.seats);
		const belief = this.judge(/** @type {NetPlaces} */ (settings.belief));
		const worlds = settings.belief?.bias.shape[0] ? this.sizes.pool : 0;
		this.extra = { ...belief, worlds: this.worlds(worlds), upto: module.room(8, worlds), left: module.room(8, 1) };
	}

	/** @param {number} simulations */
	run(simulations) {
		this.simulations += simulations;
		this.module.call("search._simulate", {
			simulations,
			root: this.root,
			observer: this.task.seat,
			span: this.sizes.perfect,
			tree: this.arrays,
			pool: this.extra,
			mind: this.settings.settings,
		});
	}

	/** The actions that were tried, the most visited first. @returns {Found[]} */
	found() {
		const { task } = this;
		const sums = this.module.floats(this.arrays.sums);
		const found = this.tried().map(({ node, action, visits }) => {
			const own = sums.subarray(node * task.seats, (node + 1) * task.seats);
			return { action, visits, values: [...own].map((sum) => sum / visits) };
		});
		found.sort((a, b) => b.visits - a.visits || (a.action < b.action ? -1 : 1));
		if (this.settings.settings.reflexes && found.length) {
			const obvious = this.rules.ask("contract.obvious", task.hidden, { seat: task.seat });
			const worth = found[0].values[task.seat];
			const place = found.findIndex((one) => one.action === obvious && one.values[task.seat] >= worth);
			if (place > 0) found.unshift(...found.splice(place, 1));
		}
		return found;
	}
}

const [OPEN, WON, LOST] = [0, 1, 2]; // what is proved of a node; a draw is 3

/** Tree search with preferences (engine/guided.py). */
class Puct extends TreeSearch {
	/** @param {Module} module @param {Settings} settings @param {Task} task */
	constructor(module, settings, task) {
		super(module, settings, task, 1);
		const { room } = this.sizes;
		const weights = this.weights(/** @type {Place} */ (settings.preferences));
		const [scores, order] = [module.room(8, room), module.room(8, room)];
		this.extra = { weights, aspects: module.room(8, room, weights.shape[0]), scores, order };
	}

	/** @param {number} simulations */
	run(simulations) {
		this.simulations += simulations;
		const { root, arrays, extra, settings } = this;
		const guide = settings.settings;
		this.module.call("guided._simulate", { simulations, root, tree: arrays, preferences: extra, guide });
	}

	get settled() {
		return this.column("status").get(0) > OPEN;
	}

	/** The actions that were tried: those that are proved to win first, those that lose last. @returns {Found[]} */
	found() {
		const status = this.column("status");
		const sums = this.module.floats(this.arrays.sums);
		const sign = this.task.seat === 0 ? 1 : -1;
		const ranked = this.tried().map(({ node, action, visits }) => {
			const known = status.get(node);
			const result = known === WON ? 1 : known === LOST ? -1 : 0;
			const value = known > OPEN ? result : sums[node] / visits;
			return { result: sign * result, action, visits, values: [value, -value] };
		});
		ranked.sort((a, b) => b.result - a.result || b.visits - a.visits || (a.action < b.action ? -1 : 1));
		return ranked.map(({ action, visits, values }) => ({ action, visits, values }));
	}
}

/** Alpha-beta search (engine/alphabeta.py). What others call simulations are positions here. */
class AlphaBeta extends Search {
	/** @param {Module} module @param {Settings} settings @param {Task} task */
	constructor(module, settings, task) {
		super(module, settings, task);
		const { frames, room, slots, history } = this.sizes;
		const { layouts } = module.description;
		const numbers = Object.values(settings.settings).map(BigInt); // in the order of Pruning
		this.quiescence = settings.settings.quiescence;
		this.layout = layouts.frame;
		this.arrays = {
			states: this.worlds(frames),
			frames: module.room(layouts.frame.bytes, frames),
			actions: module.room(8, frames, room),
			scores: module.room(8, frames, room),
			table: module.room(layouts.slot.bytes, slots),
			history: module.room(8, 2, history),
			values: module.room(8, 2),
			at: module.room(8, 3 + numbers.length),
			...this.net,
		};
		module.call("alphabeta._shuffle", { history: this.arrays.history, rng: this.rng });
		module.integers(this.arrays.at).set([BigInt(task.seat), ...numbers], 2);
		this.depth = 0;
		/** The best action and its value. @type {{action: bigint, value: number} | undefined} */
		this.best = undefined;
		this.deepen();
	}

	/** @param {string} name */
	frame(name) {
		return this.module.field(this.arrays.frames, this.layout, name);
	}

	/** Begin the next depth. */
	deepen() {
		const won = BigInt(this.sizes.won);
		this.frame("alpha").set(0, -won);
		this.frame("beta").set(0, won);
		this.frame("depth").set(0, BigInt(this.depth + 1));
		this.frame("stage").set(0, BigInt(this.sizes.enter));
		this.module.integers(this.arrays.at)[0] = 0n;
	}

	/** @param {number} positions */
	run(positions) {
		const end = this.simulations + positions;
		while (!this.settled && (!this.best || this.simulations < end)) {
			const ahead = Math.max(end - this.simulations, 1);
			const done = this.module.call("alphabeta._search", { desk: this.arrays, positions: ahead });
			this.simulations = Number(this.module.integers(this.arrays.at)[1]);
			if (done) {
				this.depth += 1;
				this.note();
				this.deepen();
			}
		}
		this.note();
	}

	/** Keep the best action as far as it is known. */
	note() {
		const action = this.frame("choice").wide(0);
		if (this.entering || action < 0n) return;
		this.best = { action, value: this.frame("best").get(0) };
	}

	get entering() {
		return this.frame("stage").get(0) === this.sizes.enter;
	}

	get settled() {
		const { proved, frames } = this.sizes;
		const deepest = Math.max(frames - 1 - this.quiescence, 1);
		const value = this.best?.value ?? 0;
		return value > proved || (value < -proved && this.entering) || this.depth >= deepest;
	}

	/** The best action alone. @returns {Found[]} */
	found() {
		if (!this.best) return [];
		const { proved, unit } = this.sizes;
		const { action, value } = this.best;
		const worth = Math.abs(value) > proved ? Math.sign(value) : value / unit;
		return [{ action, visits: this.simulations, values: this.task.seat === 0 ? [worth, -worth] : [-worth, worth] }];
	}
}

/** A comparison of actions in imagined worlds (engine/race.py). A simulation is an action tried in a world. */
class Race extends Search {
	/** @param {Module} module @param {Settings} settings @param {Task} task */
	constructor(module, settings, task) {
		super(module, settings, task);
		const { hidden, seat, seats } = task;
		const { field, margin } = settings.settings;
		const worlds = this.worlds(5);
		const rng = this.stream();
		const judge = { ...this.net, values: module.room(8, seats), out: module.room(8, this.sizes.room) };
		this.legal = this.rules.legal(hidden, seat).slice(0, this.sizes.room);
		this.first = this.look(rng, worlds, judge);
		const order = [...this.legal.keys()].sort((a, b) => this.first[b] - this.first[a] || a - b).slice(0, field);
		const highest = this.first[order[0]];
		const close = order.filter((number) => this.first[number] >= highest - margin);
		this.order = highest >= 1 ? close.slice(0, 1) : close; // an action that wins is enough
		const entered = this.order.length;
		this.arrays = {
			actions: this.numbers(this.order.map((number) => this.legal[number])),
			running: this.numbers(this.order.map(() => 1n)),
			rounds: module.room(8, entered),
			sums: module.room(8, entered, seats),
			squares: module.room(8, entered, entered),
			scores: module.room(8, entered, seats),
			at: this.numbers([0n, 0n, 0n, BigInt(entered)]),
			rng,
			dice: module.room(8, 4),
			worlds,
			judge,
		};
	}

	/** @param {bigint[]} values */
	numbers(values) {
		const room = this.module.room(8, values.length);
		this.module.integers(room).set(values);
		return room;
	}

	/** What each legal action is worth at once.
	 * @param {Room} rng @param {Room} worlds @param {Record<string, any>} judge */
	look(rng, worlds, judge) {
		const { module, root, task } = this;
		const actions = this.numbers(this.legal);
		const worth = module.room(8, this.legal.length);
		module.call("race.look", { root, seat: task.seat, actions, rng, worlds, judge, worth });
		const found = [...module.floats(worth)];
		module.free({ actions, worth });
		return found;
	}

	/** @param {number} tries */
	run(tries) {
		this.simulations += tries;
		const { settings, root, task, arrays } = this;
		this.module.call("race._run", { tries, root, seat: task.seat, racing: settings.settings, course: arrays });
	}

	get settled() {
		return this.module.integers(this.arrays.at)[3] < 2n;
	}

	/** All legal actions, those that are still in the race first. @returns {Found[]} */
	found() {
		const { module, arrays, task, sizes } = this;
		const { sides } = this.settings;
		const running = [...module.integers(arrays.running)];
		const rounds = [...module.integers(arrays.rounds)].map(Number);
		const sums = module.floats(arrays.sums);
		const found = this.legal.map((action, number) => {
			const place = this.order.indexOf(number);
			const visits = sizes.looks + (place < 0 ? 0 : rounds[place]);
			const values = [...Array(task.seats).keys()].map((seat) => {
				const own = seat % sides === task.seat % sides;
				const supposed = sizes.looks * (own ? this.first[number] : -this.first[number] / (sides - 1));
				return (place < 0 ? supposed : supposed + sums[place * task.seats + seat]) / visits;
			});
			return { action, visits, values, out: place < 0 || running[place] === 0n ? 1 : 0 };
		});
		const { seat } = task;
		found.sort(
			(a, b) =>
				a.out - b.out || b.visits - a.visits || b.values[seat] - a.values[seat] || (a.action < b.action ? -1 : 1),
		);
		return found.map(({ action, visits, values }) => ({ action, visits, values }));
	}
}

const KINDS = { mcts: Mcts, puct: Puct, alphabeta: AlphaBeta, racing: Race };

/** A search of the kind that the settings name. @param {Module} module @param {Settings} settings @param {Task} task */
export function search(module, settings, task) {
	return new KINDS[settings.kind](module, settings, task);
}
