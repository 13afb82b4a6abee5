// @ts-check
/** One table, live: the document, kept up to date over a WebSocket that reconnects by itself. */

import { patched } from "./patch.js";

/** @import { Answers, Chat, Doc, EventMessage, Message, Pending, StateMessage } from "./types.js" */

const PING = 15_000; // milliseconds between two pings
const DEAF = 35_000; // milliseconds without a message after which the connection counts as lost
const WAITS = [300, 1000, 2000, 4000, 8000]; // milliseconds before reconnecting

const PASSING = new Set(["rate", "flood", "internal", "store"]); // errors after which it makes sense to reconnect

let counter = 0;
const client = Math.random().toString(36).slice(2, 10);

export class Live {
	/** @type {Doc | null} */ doc = null;
	/** @type {Move[]} */ moves = [];
	/** @type {import("./types.js").Choices | null} */ legal = null; // the legal actions
	/** @type {Chat[]} */ chat = [];
	/** @type {number | null} */ seat = null;
	watching = 0;
	away = false; // whether the server cannot store anything at the moment
	n = 0;
	ahead = 0; // how many milliseconds the server's clock is ahead of ours
	/** @type {"connecting" | "open" | "lost" | "closed"} */ link = "connecting";
	/** @type {Refusal | null} */ trouble = null;
	/** @type {Map<string, Pending>} */ pending = new Map();
	/** @type {WebSocket | null} */ #socket = null;
	#heard = 0;
	#failures = 0;
	open = false; // whether all seats see the same
	/** @type {import("./paced.js").Paced | null} */ paced = null; // if there are bots
	/** @type {{seat: number | null, done: () => void}[]} */ #looking = []; // requests for the view of another seat
	/** @type {ReturnType<typeof setTimeout> | undefined} */ #retry = undefined;
	#beat = setInterval(() => this.#alive(), PING);
	#closing = new AbortController();

	/** @param {string} id of the table
	 * @param {(message: Message) => void} changed is called after every message was applied, and with {t: "link"}
	 * @param {{outside?: boolean}} [how] outside: the view of a spectator, even for somebody with a seat */
	constructor(id, changed, { outside = false } = {}) {
		this.id = id;
		this.changed = changed;
		this.outside = outside;
		const { signal } = this.#closing;
		for (const event of ["online", "offline", "visibilitychange"])
			addEventListener(event, () => this.#hurry(), { signal });
		this.#connect();
	}

	/** Whether something was sent and is not answered yet. */
	get waiting() {
		return [...this.pending.values()].some((entry) => entry.commits);
	}

	/** Send a command. It is sent again, with the same id, until it is answered.
	 *  @param {Props} message @returns {Promise<{ok: boolean, refused?: Refusal}>} */
	send(message) {
		return this.#put(message, true);
	}

	/** Send a query; returns the answer of the server, which may be a refusal.
	 *  @template {keyof Answers} T @param {{t: T} & Props} message
	 *  @returns {Promise<Answers[T] & Refusal & {t: string}>} */
	ask(message) {
		return this.#put(message, false);
	}

	/** Look through another of my seats. Waits until there is a connection. @param {number | null} seat */
	async look(seat) {
		if (seat === this.seat) return;
		/** @type {PromiseWithResolvers<void>} */ const { promise, resolve } = Promise.withResolvers();
		this.#looking.push({ seat, done: resolve });
		if (this.link === "open") this.#see(seat);
		await promise;
	}

	/** @param {number | null} seat */
	#see(seat) {
		this.#socket?.send(JSON.stringify({ t: "look", seat }));
	}

	close() {
		this.link = "closed";
		this.paced?.drop();
		clearInterval(this.#beat);
		clearTimeout(this.#retry);
		this.#closing.abort();
		this.#socket?.close();
	}

	/** @template T @param {Props} message @param {boolean} commits @returns {Promise<T>} */
	#put(message, commits) {
		const id = `${client}${(counter += 1)}`;
		return new Promise((done) => {
			this.pending.set(id, { message: { ...message, id }, commits, ply: this.moves.length, done });
			this.#transmit(id);
			if (commits) this.changed({ t: "link" });
		});
	}

	/** @param {string} id */
	#transmit(id) {
		const entry = this.pending.get(id);
		if (!entry || this.link !== "open") return;
		if (entry.commits) entry.message.n = this.n;
		this.#socket?.send(JSON.stringify(entry.message));
	}

	/** @param {string} id @param {Message | {ok: boolean, refused?: Refusal}} answer */
	#settle(id, answer) {
		const entry = this.pending.get(id);
		this.pending.delete(id);
		entry?.done(answer);
	}

	#connect() {
		if (this.link === "closed") return;
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		const seat = this.outside ? "view=outside" : `legal=1${this.seat === null ? "" : `&seat=${this.seat}`}`;
		const since = this.doc ? `&from=${this.n}` : ""; // ask only for what was missed
		const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?${seat}${since}`);
		this.#socket = socket;
		this.paced?.drop();
		this.#heard = Date.now();
		socket.onopen = () => socket === this.#socket || socket.close(); // another one was opened in the meantime
		socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
		socket.onclose = () => socket === this.#socket && this.#lose();
	}

	#lose() {
		if (this.link === "closed") return;
		this.away = false; // the server says so again if necessary
		this.link = this.trouble ? "closed" : "lost";
		this.changed({ t: "link" });
		if (this.trouble) return this.close();
		clearTimeout(this.#retry);
		this.#retry = setTimeout(() => this.#connect(), WAITS[Math.min(this.#failures, WAITS.length - 1)]);
		this.#failures += 1;
	}

	/** The network is back, or the page is visible again: do not wait for the timer. */
	#hurry() {
		if (document.hidden || this.link === "closed") return;
		if (this.link === "lost") {
			clearTimeout(this.#retry);
			this.#connect();
		} else if (navigator.onLine === false) this.#drop();
		else this.#alive();
	}

	#alive() {
		if (this.link !== "open") return;
		if (Date.now() - this.#heard > DEAF) this.#drop();
		else this.#socket?.send('{"t":"ping"}');
	}

	/** It may take minutes until the browser notices that a connection is lost. */
	#drop() {
		const socket = this.#socket;
		this.#socket = null;
		socket?.close();
		this.#lose();
	}

	/** @param {Message} message */
	#hear(message) {
		this.#heard = Date.now();
		if (message.t === "state") this.paced?.drop();
		if (this.paced && (message.t === "event" || message.t === "thinking")) this.paced.put(message);
		else this.take(message);
	}

	/** @param {Message} message */
	take(message) {
		if (message.t === "state") this.#renew(message);
		else if (message.t === "event") this.#happen(message);
		else if (message.t === "ok") {
			if (message.id === null) this.#resume();
			else this.#settle(message.id, { ok: true });
		} else if (message.t === "refused") this.#refuse(message);
		else if (message.t === "presence") this.watching = message.watching;
		else if (message.t === "store") this.away = message.away;
		else if (message.t === "error") {
			if (!PASSING.has(message.code)) this.trouble = { sentence: message.text, ...message };
		} else if (message.id) this.#settle(message.id, message);
		this.changed(message);
	}

	/** @param {StateMessage} message */
	#renew(message) {
		const first = this.link !== "open";
		this.doc = message.doc;
		this.n = message.n;
		if (this.open || message.seat === this.seat) {
			const told = new Map(this.moves.map(({ n, effects }) => [n, effects]));
			for (const move of message.moves) move.effects = told.get(move.n);
		}
		this.moves = message.moves;
		this.chat = message.chat;
		this.seat = message.seat;
		this.ahead = message.now - Date.now();
		this.legal = message.legal ?? null;
		if (!first) {
			for (const { done } of this.#looking.splice(0)) done();
			return this.#revive();
		}
		this.#resume();
	}

	/** The document is up to date: send again what was not answered. */
	#resume() {
		this.link = "open";
		this.#failures = 0;
		for (const id of this.pending.keys()) this.#transmit(id);
		const wanted = this.#looking.at(-1);
		if (wanted) this.#see(wanted.seat);
		this.changed({ t: "link" });
	}

	/** @param {EventMessage} message */
	#happen(message) {
		if (message.n > this.n && this.doc) {
			const { n, seat, at, data } = message;
			this.n = n;
			this.doc = patched(this.doc, message.changes);
			this.legal = message.legal ?? null;
			if (message.kind === "acted") this.moves = [...this.moves, { n, seat, at, ...data }];
			else if (message.kind === "undone") this.moves = this.moves.filter((move) => move.n < data.to);
			else if (message.kind === "chatted") this.chat = [...this.chat, /** @type {Chat} */ ({ n, seat, at, ...data })];
		}
		if (message.id) this.#settle(message.id, { ok: true });
	}

	/** @param {Refusal & {t: "refused", id: string}} message */
	#refuse(message) {
		const entry = this.pending.get(message.id);
		if (!entry) return;
		if (message.code === "stale" && entry.commits)
			entry.stale = message; // the present state follows
		else this.#settle(message.id, entry.commits ? { ok: false, refused: message } : message);
	}

	/** Send a stale command again if it still means the same. */
	#revive() {
		for (const [id, entry] of this.pending) {
			if (!entry.stale) continue;
			const refused = entry.stale;
			entry.stale = undefined;
			if (entry.message.t !== "act" || entry.ply === this.moves.length) this.#transmit(id);
			else this.#settle(id, { ok: false, refused });
		}
	}
}
