// @ts-check
/** The tables on the home page: your own, those that wait for players, and games that can be watched. */

import { button, el, redraw } from "./dom.js";
import { has } from "./given.js";
import { language, list, t, texts } from "./i18n.js";
import { dress } from "./looks.js";
import { ending, gameTitle, seatName, terms } from "./names.js";
import { api } from "./net.js";
import { titled } from "./shell.js";

/** @typedef {import("./types.js").Summary} Summary */
/** @typedef {{open: Summary[], running: Summary[], mine: Summary[]}} Tables */

const OVER = 12; // finished games that are shown at first

export class Lists {
	mine = el("section", { class: "list", "aria-label": t("home.mine") });
	running = el("section", { class: "list", "aria-label": t("home.watch") });
	open = el("section", { class: "list", "aria-label": t("home.open") });
	element = el("div", { class: "lists" }, this.mine, el("div", {}, this.open, this.running));
	game = ""; // the game whose tables are shown; empty: all games
	all = false; // whether all finished games are shown
	/** @type {Tables} */ tables = { open: [], running: [], mine: [] };
	/** The pictures by table; they are kept when the lists are redrawn.
	 * @type {Map<string, {host: HTMLElement, updated: number}>} */
	pictures = new Map();
	seen = new IntersectionObserver(
		(entries) => {
			for (const { isIntersecting, target } of entries)
				if (isIntersecting) {
					this.seen.unobserve(target);
					void this.#picture(/** @type {HTMLElement} */ (target));
				}
		},
		{ rootMargin: "600px" }, // load them shortly before they can be seen
	);

	/** @param {Tables} tables */
	show(tables) {
		this.tables = tables;
		titled("", tables.mine.some(turn));
		this.#draw();
	}

	/** @param {string} why the tables could not be asked for */
	fail(why) {
		redraw(this.open, why, () => [el("h2", {}, t("home.open")), el("p", {}, why)]);
	}

	destroy() {
		this.seen.disconnect();
	}

	#draw() {
		const { open, running } = this.tables;
		this.#mine();
		const others = running.filter((table) => !table.seats.some((seat) => seat.mine));
		this.running.hidden = !others.length;
		this.#fill(this.running, t("home.watch"), others, "");
		this.#fill(this.open, t("home.open"), open, t("home.none-open"));
	}

	#mine() {
		const { game } = this;
		const names = [...new Set(this.tables.mine.map((table) => table.game))];
		if (game && !names.includes(game)) this.game = "";
		const tables = this.tables.mine.filter((table) => !this.game || table.game === this.game).sort(byUrgency);
		const old = tables.filter(({ status }) => status === "over").slice(OVER);
		const shown = this.all ? tables : tables.filter((table) => !old.includes(table));
		const filter =
			names.length > 1 &&
			el(
				"select",
				{
					"aria-label": t("home.filter"),
					"data-key": "filter",
					on: {
						change: (/** @type {Of<HTMLSelectElement>} */ event) => ((this.game = event.target.value), this.#draw()),
					},
				},
				["", ...names].map((name) =>
					el("option", { value: name, selected: name === this.game }, name ? gameTitle(name) : t("home.all")),
				),
			);
		const more =
			old.length > 0 &&
			!this.all &&
			button(t("home.more", { n: old.length }), () => ((this.all = true), this.#draw()), { "data-key": "more" });
		this.#fill(this.mine, t("home.mine"), shown, t("home.none-mine"), filter, more);
	}

	/** @param {HTMLElement} section
	 * @param {string} title @param {Summary[]} tables @param {string} empty @param {Child} [beside]
	 * @param {Child} [below] */
	#fill(section, title, tables, empty, beside = null, below = null) {
		redraw(section, [tables, this.game, this.all], () => [
			el("div", { class: "list-top" }, el("h2", {}, title), beside),
			tables.length
				? el(
						"ul",
						{},
						tables.map((table) => el("li", { class: "line", "data-table": table.id }, this.#line(table))),
					)
				: el("p", { class: "muted" }, empty),
			below,
		]);
	}

	/** @param {Summary} table */
	#line(table) {
		const mine = table.seats.some((seat) => seat.mine);
		const others = table.seats.filter((seat) => seat.kind !== "open" && !seat.mine).map((seat) => seatName(seat, ""));
		const alone = mine && table.seats.every((seat) => seat.mine || seat.kind === "bot");
		const title = gameTitle(table.game);
		return [
			this.#host(table),
			el(
				"a",
				{ href: `/t/${table.id}` },
				el("strong", {}, title),
				el("span", {}, others.length ? list(others) : t(alone ? "home.alone" : "seat.nobody")),
				el("span", { class: `standing ${turn(table) ? "now" : ""}` }, standing(table)),
				el("span", { class: "muted" }, [when(table), ...terms(table, table.clock)].join(" · ")),
			),
			alone &&
				button("×", () => void this.#forget(table.id), {
					class: "quiet small",
					"data-key": `forget-${table.id}`,
					"aria-label": t("home.forget", { game: title }),
					title: t("home.forget", { game: title }),
				}),
		];
	}

	/** A bot game is taken off the list. @param {string} id */
	async #forget(id) {
		await api("POST", `/api/tables/${id}/forget`, {});
		this.show({ ...this.tables, mine: this.tables.mine.filter((table) => table.id !== id) });
	}

	/** The element for the picture of a table, which is drawn when it can be seen, and again after every move.
	 * @param {Summary} table */
	#host({ id, game, status, updated }) {
		if (!has(game, "miniature.js") || !["playing", "over"].includes(status))
			return el("span", { class: "miniature empty", "aria-hidden": "true" });
		const known = this.pictures.get(id);
		const host =
			known?.host ?? el("span", { class: "miniature", "aria-hidden": "true", "data-id": id, "data-game": game });
		if (known?.updated !== updated) this.seen.observe(host);
		this.pictures.set(id, { host, updated });
		return host;
	}

	/** @param {HTMLElement} host */
	async #picture(host) {
		const { id, game } = host.dataset;
		const place = `/static/games/${game}`;
		try {
			const [{ miniature }, view] = await Promise.all([
				import(`${place}/miniature.js`),
				api("GET", `/api/tables/${id}/view`),
				dress(game ?? ""),
			]);
			if (view) await miniature(host, view);
		} catch {
			this.pictures.delete(id ?? ""); // tried again when the tables are next loaded
		}
	}
}

/** Whether it is my turn. @param {Summary} table */
const turn = ({ status, turn, seats }) => status === "playing" && turn.some((seat) => seats[seat].mine);

/** My turn first, then what runs, then what is over; the latest first. @param {Summary} a @param {Summary} b */
function byUrgency(a, b) {
	const rank = (/** @type {Summary} */ table) => (turn(table) ? 0 : table.status === "over" ? 2 : 1);
	return rank(a) - rank(b) || b.updated - a.updated;
}

/** How it stands. @param {Summary} table */
function standing(table) {
	const { game, result, seats, status } = table;
	const open = seats.filter((seat) => seat.kind === "open").length;
	if (open) return t("home.free", { n: open });
	if (status === "playing") return t(turn(table) ? "home.your-turn" : "home.running");
	if (status !== "over" || !result) return t("home.waiting");
	const mine = seats.flatMap((seat, number) => (seat.mine ? [number] : []));
	const lost = result.winners.length && mine.length && !mine.some((seat) => result.winners.includes(seat));
	if (lost) return t("home.lost", { reason: texts(game)(`reason.${result.reason}`) });
	return ending(game, result, (seat) => seatName(seats[seat], t("seat.player", { n: seat + 1 })), mine);
}

/** When something last happened there. @param {Summary} table */
function when({ updated }) {
	const day = new Date(updated);
	const today = day.toDateString() === new Date().toDateString();
	const how = today ? { timeStyle: "short" } : { dateStyle: "medium" };
	return new Intl.DateTimeFormat(language(), /** @type {Intl.DateTimeFormatOptions} */ (how)).format(day);
}
