// @ts-check
/** The shared screen of a party table: a large board, as a spectator sees it. The players use their phones. */

import { loadBoard } from "../boards/load.js";
import { swatch } from "../boards/kit.js";
import { button, el, loadStyle, redraw, refill } from "../dom.js";
import { did, said, tellAll } from "../effects.js";
import { addTexts, t } from "../i18n.js";
import { Live } from "../live.js";
import { ending, gameTitle, seatName, sideName } from "../names.js";
import { api, loadGame, say } from "../net.js";
import { Paced } from "../paced.js";
import { motion, settings } from "../settings.js";
import { announce, go, titled } from "../shell.js";
import { sound } from "../sound.js";
import { spectating } from "../spectating.js";
import { drawClocks } from "../table/clocks.js";

/** @typedef {import("../types.js").View} View */

const KEPT = 4; // moves that are described at a time; fewer if many players need the space

/** @param {HTMLElement} main @param {string} id */
export async function open(main, id) {
	await Promise.all([addTexts("party"), loadStyle("party")]);
	const screen = new PartyScreen(main, id);
	await screen.ready;
	return screen;
}

class PartyScreen {
	/** @type {import("../types.js").Game} */ game = /** @type {any} */ (undefined);
	/** @type {import("../types.js").BoardFile} */ file = /** @type {any} */ (undefined);
	/** @type {import("../types.js").Board | null} */ board = null;
	/** @type {View | null} */ #shown = null;
	/** @type {{n: number, seat: number | null, words: string}[]} */ #told = [];
	/** @type {string | null} */ #code = null;
	/** @type {WakeLockSentinel | undefined} */ #awake = undefined;
	#error = "";
	#wake = () => void this.#stayAwake();

	/** @param {HTMLElement} main @param {string} id */
	constructor(main, id) {
		this.main = main;
		this.banner = el("p", { class: "banner", role: "alert", hidden: true });
		this.host = el("div", { class: "board-host" });
		this.turn = el("div", { class: "party-turn" });
		this.last = el("section", { class: "party-last", "aria-label": t("party.moves") });
		this.score = el("section", { class: "party-score", "aria-label": t("summary.title") });
		this.seats = el("section", { class: "party-seats", "aria-label": t("seats.title") });
		this.lobby = el("div", { class: "party-lobby" });
		this.foot = el(
			"p",
			{ class: "row party-foot" },
			this.#fullScreen(),
			el("a", { href: `/t/${id}`, class: "button quiet small" }, t("party.table")),
		);
		this.side = el("div", { class: "party-side" }, this.turn, this.last, this.score, this.seats);
		this.stage = el(
			"div",
			{ class: "party-stage" },
			el("section", { class: "party-board", "aria-label": t("table.board") }, this.host),
			this.side,
		);
		this.root = el("div", { class: "party" });
		/** @type {(value: void) => void} */ let done = () => {};
		/** @type {(error: unknown) => void} */ let fail = () => {};
		this.ready = /** @type {Promise<void>} */ (new Promise((yes, no) => ([done, fail] = [yes, no])));
		this.opened = done;
		this.failed = fail;
		this.live = new Live(id, (message) => void this.#hear(message), { outside: true });
		this.live.paced = new Paced(this.live);
		this.clocks = setInterval(() => this.game && drawClocks(this.seats, this), 200);
		document.addEventListener("visibilitychange", this.#wake);
	}

	destroy() {
		this.live.close();
		this.board?.destroy();
		clearInterval(this.clocks);
		document.removeEventListener("visibilitychange", this.#wake);
		void this.#awake?.release();
	}

	get table() {
		return /** @type {import("../types.js").Doc} */ (this.live.doc).table;
	}
	get view() {
		return this.live.doc?.view ?? null;
	}
	/** Whether there is a board to show. */
	get begun() {
		return this.view !== null && ["playing", "over"].includes(this.table.status);
	}

	/** @param {number} seat */
	name(seat) {
		return seatName(this.table.seats[seat], sideName(this.game, seat));
	}

	/** @param {number} seat */
	colour(seat) {
		return this.table.seats[seat].team ?? seat;
	}

	/** @param {import("../types.js").Message} message */
	async #hear(message) {
		const { live } = this;
		if (live.trouble) this.failed(new Error(say(live.trouble)));
		this.banner.hidden = (live.link === "open" && !live.away) || !this.game;
		this.banner.textContent = live.trouble ? say(live.trouble) : t(live.away ? "link.away" : "link.lost");
		if (!live.doc || live.trouble) return;
		if (!this.game) {
			if (message.t !== "state") return;
			try {
				const name = this.table.game;
				[this.game, this.file] = await Promise.all([loadGame(name), loadBoard(name)]);
				await this.file.prepare?.();
				refill(
					this.main,
					this.banner,
					el("h1", { class: "unseen" }, t("party.title", { game: gameTitle(this.game.name) })),
					this.root,
				);
				await this.#stayAwake();
				if (this.table.settings.party && this.table.status !== "over")
					this.#code = (await api("GET", `/api/tables/${this.table.id}/code`)).code;
			} catch (error) {
				return this.failed(error);
			}
			this.#tellAnew();
			this.draw(false);
			return this.opened();
		}
		if (message.t !== "state" && message.t !== "event") return;
		const acted = message.t === "event" && message.kind === "acted";
		if (acted) this.#tell(message);
		else if (message.t === "state" || message.kind === "undone") this.#tellAnew();
		this.draw(acted);
		if (acted) sound("move");
		if (message.kind === "ended") {
			sound("end");
			announce(this.#result());
		}
		if (this.table.next) go(`/party/${this.table.next}`);
	}

	/** An action was just made; the board still shows the position before it.
	 *  @param {import("../types.js").EventMessage} message */
	#tell({ n, seat, data }) {
		const who = this.#who(seat);
		const told = tellAll(this.game.name, data.effects ?? [], (one) => this.name(one));
		const words = told ? said(who, told) : did(who, this.file.describe(data.action, this.#shown ?? this.view));
		this.#told = [{ n, seat, words }, ...this.#told].slice(0, KEPT);
		announce(words);
	}

	/** Earlier moves, described as far as the present position allows. */
	#tellAnew() {
		const moves = this.live.moves.slice(-KEPT).reverse();
		this.#told = moves.map(({ n, seat, action }) => ({
			n,
			seat,
			words: did(this.#who(seat), this.file.describe(action, this.view)),
		}));
	}

	/** @param {number | null} seat */
	#who(seat) {
		return seat === null ? t("seat.referee") : this.name(seat);
	}

	#result() {
		const { result } = this.table;
		return result ? ending(this.game.name, result, (seat) => this.name(seat)) : "";
	}

	/** @param {boolean} animate */
	draw(animate) {
		const { begun, root } = this;
		titled(t("party.title", { game: gameTitle(this.game.name) }));
		root.classList.toggle("begun", begun);
		const shown = begun ? this.stage : this.lobby;
		if (!shown.isConnected) refill(root, shown);
		(begun ? this.side : root).append(this.foot);
		if (!begun) return this.#drawLobby();
		this.#drawTurn();
		this.#drawLast();
		this.#drawScore();
		this.#drawSeats();
		void this.#show(animate);
	}

	/** @param {boolean} animate */
	async #show(animate) {
		const { view } = this;
		if (!view || view === this.#shown) return;
		this.#shown = view;
		this.board ??= this.file.board.create(this.host, this.#forBoard());
		const last = this.live.moves.at(-1) ?? null;
		await this.board.show(view, { legal: null, animate, last, effects: last?.effects });
	}

	#forBoard() {
		return spectating(this.game, this.table.seats.length, {
			get motion() {
				return motion();
			},
			party: true,
			name: (seat) => this.name(seat),
		});
	}

	// --- While the game is played ----------------------------------------------------------------------------------

	/** The names in large letters; for a team that has won its number, because the sentence already names its players.
	 * @param {number[]} seats
	 *  @returns {[colour: number, name: string][]} */
	#large(seats) {
		const { team } = this.table.seats[seats[0]] ?? {};
		if (this.table.status === "over" && seats.length > 1 && typeof team === "number")
			return [[team, t("join.team.number", { n: team + 1 })]];
		return seats.map((seat) => [this.colour(seat), this.name(seat)]);
	}

	#drawTurn() {
		const { table, view } = this;
		const actors = table.status === "over" ? (table.result?.winners ?? []) : (view?.actors ?? []);
		redraw(this.turn, [table.status, actors, table.seats, table.result, table.owner, this.#error], () => [
			el(
				"div",
				{ class: "party-names" },
				this.#large(actors).map(([colour, name]) =>
					el("strong", { class: `party-name team-${colour}` }, swatch(colour), el("span", {}, name)),
				),
			),
			el("p", {}, table.status === "over" ? this.#result() : t(actors.length > 1 ? "party.turns" : "party.turn")),
			table.status === "over" &&
				(table.owner
					? button(t(table.series.over ? "after.rematch" : "after.next-game"), () => void this.#post("rematch"), {
							class: "primary",
							"data-key": "rematch",
						})
					: el("p", { class: "muted" }, t("party.rematch"))),
			table.status === "over" && this.#error && el("p", { class: "error", role: "alert" }, this.#error),
			table.status === "playing" &&
				actors.some((seat) => table.seats[seat].here === false) &&
				el("p", { class: "muted" }, t("party.away", { n: table.settings.absent })),
		]);
	}

	#drawLast() {
		const told = this.#told.slice(0, this.table.seats.length > 6 ? 2 : KEPT);
		redraw(this.last, [told, this.table.seats], () => [
			el("h2", {}, t("party.moves")),
			told.length
				? el(
						"ol",
						{},
						told.map((move) =>
							el("li", {}, move.seat === null ? null : swatch(this.colour(move.seat)), el("span", {}, move.words)),
						),
					)
				: el("p", { class: "muted" }, t("party.none")),
		]);
	}

	#drawScore() {
		const rows = this.view ? this.file.summary(this.view) : [];
		this.score.hidden = !rows.length;
		redraw(this.score, [rows, this.table.seats], () =>
			el(
				"dl",
				{ class: "summary" },
				rows.map(({ label, seat, value }) => {
					const side = seat === undefined ? null : swatch(seat);
					const name = seat !== undefined && label === sideName(this.game, seat) ? this.name(seat) : label;
					return el("div", {}, el("dt", {}, side, " ", name), el("dd", {}, value));
				}),
			),
		);
	}

	#drawSeats() {
		const { table, view } = this;
		const room =
			this.#code && table.status === "playing" && table.seats.some((seat) => seat.kind === "bot" && !seat.name);
		redraw(this.seats, [table.seats, view?.actors, table.status, !table.clock], () => [
			el(
				"ul",
				{ class: table.seats.length > 6 ? "many" : "" },
				table.seats.map((seat, number) =>
					el(
						"li",
						{ "aria-current": table.status === "playing" && view?.actors.includes(number) ? "true" : null },
						swatch(this.colour(number)),
						el("span", { class: "who" }, this.name(number)),
						seat.here === false && el("span", { class: "muted" }, t("seats.away")),
						table.clock && el("span", { class: "clock", "data-clock": number, role: "timer" }),
					),
				),
			),
			room && el("p", { class: "muted" }, t("party.late", { address: `${location.host}/j`, code: this.#code })),
		]);
		drawClocks(this.seats, this);
	}

	// --- Before the game -------------------------------------------------------------------------------------------

	#drawLobby() {
		const { table } = this;
		const open = table.seats.filter((seat) => seat.kind === "open").length;
		const people = table.seats.filter((seat) => seat.kind === "person").length;
		redraw(this.lobby, [table.status, table.seats, table.owner, this.#code, this.#error], () => [
			el(
				"section",
				{ class: "party-way", "aria-label": t("party.way") },
				el("h2", {}, gameTitle(this.game.name)),
				open > 0 && this.#code
					? [
							el("img", {
								class: "party-qr",
								src: `/api/tables/${table.id}/qr.svg`,
								alt: t("party.qr", { address: `${location.origin}/j/${this.#code}` }),
							}),
							el("p", {}, t("party.scan")),
							el("p", { class: "party-address" }, `${location.host}/j`),
							el("p", {}, t("party.type")),
							el(
								"p",
								{
									class: "party-code",
									"aria-label": t("party.code", { code: [...this.#code].join(" ") }),
									role: "img",
								},
								this.#code,
							),
							/^(localhost|127\.|\[::1\])/.test(location.host) && el("p", { class: "party-warning" }, t("party.local")),
						]
					: el("p", {}, t(table.status === "choosing" ? "party.choosing" : "party.full")),
			),
			el(
				"section",
				{ class: "party-chairs", "aria-label": t("seats.title") },
				el(
					"ul",
					{ class: table.seats.length > 6 ? "many" : "" },
					table.seats.map((seat, number) => this.#chair(seat, number)),
				),
				this.#error && el("p", { class: "error", role: "alert" }, this.#error),
				table.owner && open > 0 && people > 0
					? button(t("party.start", { n: open }), () => void this.#post("start", { level: settings.level }), {
							class: "primary",
							"data-key": "start",
						})
					: el("p", { class: "muted" }, t(open ? "party.wait" : "party.ready", { n: open })),
			),
		]);
	}

	/** @param {import("../types.js").Seat} seat @param {number} number */
	#chair(seat, number) {
		const free = seat.kind === "open";
		const notes = [
			typeof seat.team === "number" ? t("seat.team", { n: seat.team + 1 }) : "",
			seat.kind === "person" && !seat.ready ? t("party.not-ready") : "",
		];
		return el(
			"li",
			{ class: free ? "free" : "" },
			swatch(this.colour(number)),
			el("span", { class: "who" }, free ? t("seat.open") : this.name(number)),
			el("span", { class: "muted" }, notes.filter(Boolean).join(" · ")),
		);
	}

	/** @param {"start" | "rematch"} what @param {object} [body] */
	async #post(what, body = {}) {
		try {
			await api("POST", `/api/tables/${this.table.id}/${what}`, body);
			this.#error = "";
		} catch (failure) {
			this.#error = /** @type {Error} */ (failure).message;
		}
		this.draw(false);
	}

	#fullScreen() {
		if (!document.fullscreenEnabled) return null;
		const toggle = () =>
			void (
				document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
			).catch(() => {});
		return button(t("party.full-screen"), toggle, { class: "quiet small" });
	}

	/** Keep the screen awake. */
	async #stayAwake() {
		if (document.hidden) return;
		try {
			this.#awake = await navigator.wakeLock?.request("screen");
		} catch {
			// not allowed here: people can use the settings of the device
		}
	}
}
