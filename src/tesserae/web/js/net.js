// @ts-check
/** HTTP requests to the server. */

import { loadTexts, refusal, t } from "./i18n.js";

/** An error with a message that can be shown. */
export class Failure extends Error {
	/** @param {Refusal} what */
	constructor(what) {
		super(say(what));
		this.code = what.code ?? "unknown";
		this.rule = what.rule ?? null;
		this.what = what;
	}
}

/** A refusal or an error of the server as a sentence. @param {Refusal} what */
export function say(what) {
	if (what.code === "offline") return t("error.offline");
	if (what.code === "stale") return t("error.stale");
	if (what.code === "rate") return t("error.rate");
	return refusal(what).replace(/[^.!?…]$/, "$&.");
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function api(method, path, body) {
	const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
	/** @type {Response} */
	let answer;
	try {
		answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
	} catch {
		throw new Failure({ code: "offline" });
	}
	if (answer.ok) return answer.status === 204 ? null : await answer.json();
	throw new Failure(await reason(answer));
}

/** @param {Response} answer @returns {Promise<Refusal>} */
async function reason(answer) {
	try {
		const said = await answer.json();
		if (said.code || said.text) return said;
	} catch {
		// not an answer of our server; the status must do
	}
	if (answer.status === 429) return { code: "rate" };
	return { code: "unknown", text: t(answer.status === 404 ? "error.missing" : "error.server", { n: answer.status }) };
}

/** @type {Promise<import("./types.js").Games> | undefined} */
let games;

/** The games and the levels of bots, fetched once; again while some are still being compiled. */
export async function loadGames() {
	games ??= api("GET", "/api/games");
	try {
		const answer = await games;
		if (Object.values(answer.ready).some((ready) => !ready)) games = undefined;
		return answer;
	} catch (failure) {
		games = undefined;
		throw failure;
	}
}

/** A game with its texts. @param {string} name */
export async function loadGame(name) {
	const declaration = loadGames().then(({ games }) => {
		const found = games.find((game) => game.name === name);
		if (!found) throw new Failure({ code: "unknown", text: t("error.missing") });
		return found;
	});
	const [game] = await Promise.all([declaration, loadTexts(name, declaration)]);
	return game;
}

/** All games with their texts, and the levels of bots. */
export async function loadAll() {
	const found = await loadGames();
	await Promise.all(found.games.map((game) => loadTexts(game.name, Promise.resolve(game))));
	return found;
}
