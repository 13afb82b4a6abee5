// @ts-check
/** Notifies people that it is their turn, at any of their tables, while a tab is open. Loaded when switched on. */

import { list, t } from "./i18n.js";
import { gameTitle, seatName } from "./names.js";
import { api, loadGame } from "./net.js";
import { settings } from "./settings.js";
import { go } from "./shell.js";

/** @typedef {import("./types.js").Summary} Summary */

const POLL = 10_000; // milliseconds between two requests

/** When it became my turn, by table; undefined before the first request. @type {Map<string, number> | undefined} */
let known;

async function look() {
	if (!settings.notify) return;
	try {
		/** @type {{mine: Summary[]}} */
		const { mine } = await api("GET", "/api/tables");
		const waiting = mine.filter(
			({ status, turn, seats }) => status === "playing" && turn.some((seat) => seats[seat].mine),
		);
		const news = waiting.filter(({ id, updated }) => known && known.get(id) !== updated);
		known = new Map(waiting.map(({ id, updated }) => [id, updated]));
		for (const table of news) await tell(table);
	} catch {
		// the next request will do
	}
}

/** @param {Summary} table */
async function tell({ id, game, seats }) {
	if (!document.hidden && location.pathname === `/t/${id}`) return; // the player can see it
	await loadGame(game);
	const names = seats.filter(({ kind, mine }) => kind !== "open" && !mine).map((seat) => seatName(seat, ""));
	const body = [gameTitle(game), names.length ? list(names) : ""].filter(Boolean).join(" · ");
	const note = new Notification(t("notify.turn"), { body, tag: id, icon: "/static/icon-turn.svg" });
	note.onclick = () => {
		window.focus();
		go(`/t/${id}`);
		note.close();
	};
	if (settings.sounds) (await import("./sound.js")).sound("turn");
}

/** Only one of several tabs sends requests, until it is closed. */
async function watch() {
	await look();
	await new Promise(() => setInterval(look, POLL));
}

if (navigator.locks) void navigator.locks.request("tesserae.turns", watch);
else void watch();
