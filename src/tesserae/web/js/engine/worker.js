// @ts-check
/** The worker in which a game is played and searched, so that the page does not wait (js/engine.js talks to it). */

import { Module } from "./module.js";
import { Rules } from "./rules.js";
import { search } from "./searches.js";

/** @typedef {import("./types.js").EngineOrder} EngineOrder */

const SLICE = 30; // milliseconds of a search between two looks at what the page says
const page = /** @type {Worker} */ (/** @type {unknown} */ (self));

/** @type {Promise<Rules> | undefined} */
let opened;
/** The searches that were told to stop. @type {Set<number>} */
const stopped = new Set();

/** @param {string} game */
async function open(game) {
	const description = await (await fetched(`/engines/${game}`)).json();
	const files = [description.module, description.weights].map(async (file) => (await fetched(file)).arrayBuffer());
	const [code, weights] = await Promise.all(files);
	return new Rules(await Module.from(description, code, new Uint8Array(weights)));
}

/** @param {string} address */
async function fetched(address) {
	const answer = await fetch(address);
	if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
	return answer;
}

/** Search until there were that many simulations, or that many seconds have passed, or the page says that it is enough.
 * @param {Module} module @param {number} id @param {import("./types.js").SearchOrder} order */
async function think(module, id, { settings, simulations = Infinity, seconds = Infinity, ...task }) {
	const looking = search(module, settings, task);
	try {
		const began = performance.now();
		let spent = 0;
		do {
			const done = looking.simulations;
			const inTime = done ? Math.ceil((done / Math.max(spent, 0.1)) * SLICE) : 1;
			looking.run(Math.min(inTime, done + 1, simulations - done));
			spent = performance.now() - began;
			page.postMessage({ id, progress: { simulations: looking.simulations, found: looking.found() } });
			await new Promise((resolve) => void setTimeout(resolve));
		} while (looking.simulations < simulations && spent < 1000 * seconds && !looking.settled && !stopped.has(id));
		return { simulations: looking.simulations, found: looking.found() };
	} finally {
		stopped.delete(id);
		looking.end();
	}
}

/** @param {EngineOrder} order @returns {Promise<unknown>} */
async function obey({ id, name, given }) {
	if (name === "open") opened = open(given[0]);
	if (!opened) throw new Error("no game is open");
	const rules = await opened;
	if (name === "open") return rules.module.description;
	if (name === "search") return await think(rules.module, id, given[0]);
	return /** @type {any} */ (rules)[name](...given);
}

self.addEventListener("message", async ({ data }) => {
	if (data.name === "stop") {
		stopped.add(data.id);
		return;
	}
	try {
		page.postMessage({ id: data.id, result: await obey(data) });
	} catch (error) {
		page.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
	}
});
