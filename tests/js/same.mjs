/** Plays games and searches in WebAssembly for tests/engine/test_wasm.py, which compares what comes of them with native
 * code: in Node (`same_in_node.mjs`) and in a browser, with the modules of the browser client. */
import { Module } from "/static/js/engine/module.js";
import { Rules } from "/static/js/engine/rules.js";
import { search } from "/static/js/engine/searches.js";

export { Module };

/** @param {Uint8Array} bytes */
async function digest(bytes) {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One random game; returns a digest of everything in it. */
async function game(module, { options, seats, seed }) {
	const rules = new Rules(module);
	const rng = module.room(8, 4);
	const values = module.room(8, seats);
	const chunks = [];
	const below = (count) => Number(module.call("rng.below", { rng, n: count }));
	module.call("rng.seed_rng", { rng, seed, stream: 1 });
	let state = rules.start(options, seats, BigInt(seed));
	const played = rules.play(state, seats, BigInt(seed));
	chunks.push(played.state, new Uint8Array(new Float64Array([played.length, ...played.results]).buffer));
	for (let actors = rules.actors(state); actors.length; actors = rules.actors(state)) {
		const seat = actors[below(actors.length)];
		const legal = rules.legal(state, seat);
		chunks.push(state, rules.hide(state, seat), new Uint8Array(new BigInt64Array(legal).buffer));
		rules.ask("contract.evaluate", state, { out: values });
		chunks.push(module.bytes(values).slice());
		state = rules.act(state, seat, legal[below(legal.length)]);
	}
	chunks.push(state, new Uint8Array(new Float64Array(rules.returns(state, seats)).buffer));
	module.free({ rng, values, states: rules.states, out: rules.out });
	return await digest(new Uint8Array(await new Blob(chunks).arrayBuffer()));
}

/** The arrays that a search works on, in the order of the manifest; those that only have room are left out. */
function* arrays(parts, values) {
	for (const [name, kind, inner] of parts) {
		if (kind === "tuple") yield* arrays(inner, values[name]);
		else if (kind === "array" && name !== "out" && name !== "aspects") yield [name, values[name]];
	}
}

const TREES = {
	mcts: ["search._simulate", "tree"],
	puct: ["guided._simulate", "tree"],
	alphabeta: ["alphabeta._search", "desk"],
	racing: ["race._run", "course"],
};

/** One search; returns what it found and digests of its arrays. */
async function think(module, { settings, hidden, seed, stream, simulations, ...task }) {
	const bytes = Uint8Array.from(atob(hidden), (character) => character.charCodeAt(0));
	const given = { ...task, hidden: bytes, seed: BigInt(seed), stream: BigInt(stream) };
	const chosen = module.description.searches[settings];
	const looking = search(module, chosen, given);
	while (looking.simulations < simulations && !looking.settled)
		looking.run(Math.min(100, simulations - looking.simulations));
	const [entry, name] = TREES[chosen.kind];
	const [, , parts] = module.description.entries[entry].arguments.find((argument) => argument[0] === name);
	const digests = {};
	for (const [label, room] of arrays(parts, looking.arrays)) {
		digests[label] = (digests[label] ?? "") + (await digest(module.bytes(room).slice()));
	}
	const found = looking.found().map(({ action, visits, values }) => [String(action), visits, values]);
	looking.end();
	return { found, digests };
}

export async function all(module, { games, searches }) {
	const results = { games: [], searches: [] };
	for (const one of games) results.games.push(await game(module, one));
	for (const one of searches) results.searches.push(await think(module, one));
	return results;
}
