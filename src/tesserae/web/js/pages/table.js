// @ts-check
/** The page of a table. */
/** @import { EventMessage, Message, StateMessage } from "../types.js" */

import { grab } from "../boards/grab.js";
import { loadBoard } from "../boards/load.js";
import { el, loadStyle, refill } from "../dom.js";
import { t } from "../i18n.js";
import { Live } from "../live.js";
import { gameTitle, seatName, sideName } from "../names.js";
import { api, loadGame, loadGames, say } from "../net.js";
import { questions } from "../questions.js";
import { settings, watchSettings } from "../settings.js";
import { announce, go, titled } from "../shell.js";
import { drawControls } from "../table/controls.js";
import { forBoard } from "../table/for_board.js";
import { drawInfo, drawSummary } from "../table/info.js";
import { drawMoves } from "../table/moves.js";
import { Past } from "../table/past.js";
import { drawSeats } from "../table/seats.js";
import { Status } from "../table/status.js";

await loadStyle("table");

/** @param {HTMLElement} main @param {string} id */
export async function open(main, id) {
	const page = new TablePage(main, id);
	loadGames().then(
		({ ready }) => Object.values(ready).includes(false) && !page.game && refill(main, el("p", {}, t("home.compiling"))),
		() => {}, // only preloading: an error is shown when it is really needed
	);
	await page.opening.promise;
	return page;
}

/** @param {"move" | "turn" | "end"} name */
const sound = (name) => void (settings.sounds && import("../sound.js").then((sounds) => sounds.sound(name)));

/** Events other than moves that players are told about. */
const HAPPENED = new Set(["accepted", "declined", "withdrawn", "undone", "resigned", "flagged"]);

/** @param {string} label @param {string} [kind] */
const panel = (label, kind = "") => el("section", { class: `panel ${kind}`, "aria-label": t(label) });

export class TablePage {
	asking = false; // whether a confirmation is being asked for
	level = settings.level;
	turned = false; // whether the player has turned the board round
	gaveUp = /** @type {number | null} */ (null); // the seat that resigned or ran out of time just now
	stepped = false; // whether the player has acted since the others did, so that their moves need not be shown any more
	/** @type {Element | null} */ advice = null; // a move that is drawn over the board until it changes
	/** @type {Game} */ game = /** @type {any} */ (undefined);
	/** @type {BoardFile} */ file = /** @type {any} */ (undefined);
	/** @type {Board | null} */ board = null;
	/** @type {import("../table/hot_seat.js").HotSeat | null} */ hotSeat = null; // for several seats at this screen
	#shownSeat = /** @type {number | null | undefined} */ (undefined);
	#shownFlip = false;
	/** @type {View | null} */ #shownView = null;
	#acted = false; // whether it was my turn at the last update
	#news = false; // whether moves of the others have been shown at least once
	/** @type {string | null | undefined} */ #next; // the game after this one, as it was when the page was opened
	#resumed = false; // whether the steps from before a reload have been staged again
	closing = new AbortController();

	/** @param {HTMLElement} main @param {string} id */
	constructor(main, id) {
		this.main = main;
		this.banner = el("p", { class: "banner", role: "alert", hidden: true });
		this.host = el("div", { class: "board-host" });
		this.before = el("div", { class: "before" });
		this.seats = panel("seats.title", "seats-panel");
		this.movesPanel = panel("moves.title", "moves-panel");
		this.controls = panel("controls.title", "controls");
		this.offers = panel("offer.title", "controls");
		this.info = panel("info.title", "info");
		this.summary = panel("summary.title");
		this.after = panel("after.title", "after");
		/** @type {Past} */ this.past = new Past(this);
		/** @type {Status} */ this.status = new Status(this);
		this.live = new Live(id, (message) => void this.#hear(message));
		this.questions = questions(
			(query) => this.live.ask({ ...query, seat: this.live.seat }),
			(text, rule) => this.status.explain(text, rule),
		);
		this.chat = panel("chat.title", "chat");
		this.layout = el(
			"div",
			{ class: "table" },
			el("section", { class: "center", "aria-label": t("table.board") }, this.before, this.host),
			el(
				"div",
				{ class: "right" },
				this.seats,
				this.offers,
				this.controls,
				this.status.panel,
				this.movesPanel,
				this.after,
			),
			el("div", { class: "left" }, this.summary, this.info, this.chat),
		);
		/** @type {PromiseWithResolvers<void>} */ this.opening = Promise.withResolvers();
		this.clocks = setInterval(() => void this.tick(), 200);
		this.unwatch = watchSettings(() => this.live.doc && this.draw(false));
		const { signal } = this.closing;
		document.addEventListener("keydown", (event) => this.past.key(event), { signal });
		addEventListener("hashchange", () => this.past.address(), { signal });
		grab(this.host, () => this.board, signal);
		addEventListener("beforeunload", (event) => this.live.waiting && event.preventDefault(), { signal });
	}

	destroy() {
		this.live.close();
		this.board?.destroy();
		clearInterval(this.clocks);
		this.unwatch();
		this.closing.abort();
	}

	// State

	get doc() {
		return /** @type {import("../types.js").Doc} */ (this.live.doc);
	}
	get table() {
		return this.doc.table;
	}
	get view() {
		return this.doc.view;
	}
	/** My seats. */
	get mine() {
		return this.table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
	}
	get over() {
		return this.table.status === "over";
	}
	get flippable() {
		return this.table.seats.length === 2;
	}
	get flipped() {
		const second = settings.orientation === "own" && this.flippable && this.#side() === 1;
		return second !== this.turned;
	}
	/** Whether clicks can compose an action. */
	get acting() {
		const seat = this.live.seat;
		return !this.over && this.past.at === null && seat !== null && Boolean(this.view?.actors.includes(seat));
	}

	/** The seat at the bottom of the board. */
	#side() {
		return this.mine.length > 1 && !this.game.secrets ? this.mine[0] : this.live.seat;
	}

	/** @param {number} seat */
	name(seat) {
		const who = this.table.seats[seat];
		const side = sideName(this.game, seat);
		if (who.mine) return this.mine.length === 1 ? t("seats.you") : side;
		return seatName(who, side);
	}

	/** The name of a seat in a sentence where "you" would need another form of the verb. @param {number} seat */
	called(seat) {
		return this.table.seats[seat].mine ? sideName(this.game, seat) : this.name(seat);
	}

	/** The colour and pattern of a seat, or of its team if there are teams. @param {number} seat */
	colour(seat) {
		return this.table.seats[seat].team ?? seat;
	}

	// Messages

	/** @param {Message} message */
	async #hear(message) {
		if (this.live.trouble) {
			this.opening.reject(new Error(say(this.live.trouble)));
			this.#link();
			return;
		}
		if (["link", "state", "store"].includes(message.t)) this.#link();
		if (message.t === "link") {
			if (this.game) this.status.draw();
			return;
		}
		if (!this.live.doc) return;
		if (!this.game) {
			if (message.t !== "state") return;
			if (this.#next === undefined) this.#next = this.table.next;
			try {
				const name = this.table.game;
				const curtain = this.mine.length > 1 && import("../table/hot_seat.js"); // before anything is shown
				[this.game, this.file] = await Promise.all([loadGame(name), loadBoard(name), curtain]);
			} catch (error) {
				return this.opening.reject(error);
			}
			refill(this.main, this.banner, el("h1", { class: "unseen" }, gameTitle(this.game.name)), this.layout);
			this.live.open = !this.game.secrets;
			this.past.remember();
			this.draw(false);
			this.opening.resolve();
			this.past.address();
			return this.#follow();
		}
		if (message.t === "thinking") return (await import("../table/thinking.js")).showThinking(this.seats, message);
		if (message.t === "state" || message.t === "event") this.#changed(message);
		else if (message.t === "presence") this.draw(false);
	}

	/** The document already includes the message. @param {StateMessage | EventMessage} message */
	#changed(message) {
		const news = message.t === "event" && message.kind === "acted";
		this.past.remember(message.t === "state" || message.kind === "undone");
		this.questions.forget();
		const told = message.kind === "ended" && this.status.reason?.mark === "told"; // that the draw was agreed
		// Several players may have something to do at the same time: what one of them does leaves the others' choices.
		const chosen = news && message.seat !== this.live.seat ? this.status.proposal?.actions : null;
		if (message.t === "event" && message.kind !== "chatted" && !told) {
			// Somebody who goes, comes back or offers something does not change the position: what is chosen stays chosen.
			if (this.view === this.#shownView) this.status.reason = null;
			else this.status.fresh();
		}
		if (news || message.t === "state" || message.kind === "undone") this.stepped = false;
		if (news) this.#tell();
		if (message.t === "event" && HAPPENED.has(message.kind))
			void import("../table/told.js").then(({ tellEvent }) => tellEvent(this, message));
		this.draw(news);
		const acts = this.acting;
		if (chosen && acts) void this.board?.resume(chosen);
		if (acts && !this.#acted) sound("turn");
		else if (news) sound("move");
		if (message.kind === "ended") {
			sound("end");
			void import("../table/over.js").then(({ resultWords }) => announce(resultWords(this)));
		}
		this.#acted = acts;
		this.#follow();
	}

	/** At a party, to the next game with everybody else, also if it was agreed while this page was being loaded. */
	#follow() {
		const { next, settings } = this.table;
		if (settings.party && next && next !== this.#next) go(`/t/${next}`);
	}

	#tell() {
		const index = this.live.moves.length - 1;
		const yours = this.acting ? ` ${t("status.yours")}` : "";
		announce(`${this.past.describe(index)}${yours}`);
	}

	#link() {
		const lost = this.live.link === "lost" || (this.live.link === "closed" && this.live.trouble);
		this.banner.hidden = !lost && !this.live.away;
		if (this.banner.hidden) return;
		const waiting = this.live.waiting ? ` ${t("link.waiting")}` : "";
		const why = `${t(lost ? "link.lost" : "link.away")}${waiting}`;
		this.banner.textContent = this.live.trouble ? say(this.live.trouble) : why;
	}

	async tick() {
		if (this.live.doc?.table.clock) (await import("../table/clocks.js")).drawClocks(this.seats, this);
	}

	// Drawing

	/** @param {boolean} animate */
	draw(animate) {
		if (!this.game) return;
		this.layout.classList.toggle("phones", this.table.settings.party);
		if (this.table.settings.party) void loadStyle("phones");
		if (this.mine.length > 1 && !this.hotSeat) return this.#share(animate);
		if (this.hotSeat?.covers()) return;
		const begun = this.view !== null && (this.table.status === "playing" || this.over);
		this.before.hidden = begun;
		this.host.hidden = !begun;
		this.movesPanel.hidden = !begun || !this.past.moves.length;
		this.summary.hidden = !begun;
		if (!this.live.paced && this.table.seats.some(({ kind }) => kind === "bot"))
			void import("../paced.js").then(({ Paced }) => (this.live.paced ??= new Paced(this.live)));
		drawSeats(this.seats, this);
		drawControls(this.controls, this);
		drawInfo(this.info, this);
		this.#rarely();
		if (begun) {
			drawMoves(this.movesPanel, this);
			drawSummary(this.summary, this);
			void this.#show(animate);
		} else if (this.table.status === "choosing")
			void import("../table/forces.js").then(({ drawForces }) => drawForces(this.before, this));
		else void import("../table/waiting.js").then(({ drawWaiting }) => drawWaiting(this.before, this));
		this.status.draw();
		titled(gameTitle(this.game.name), this.acting);
		void this.past.review();
		if (this.over) void import("../table/after.js").then(({ drawAfter }) => drawAfter(this.after, this));
	}

	/** @param {boolean} animate */
	async #show(animate) {
		const flip = this.flipped;
		const seat = this.#side();
		if (!this.board || this.#shownSeat !== seat || this.#shownFlip !== flip) {
			this.clearBoard();
			this.board = this.file.board.create(this.host, forBoard(this));
			[this.#shownSeat, this.#shownFlip, this.#shownView] = [seat, flip, null];
		}
		const { at, moves, shown: view } = this.past;
		if (!view || !this.board || view === this.#shownView) return;
		this.#shownView = view;
		this.advice?.remove();
		const index = (at ?? moves.length) - 1;
		const { legal, seat: mine } = this.live;
		const choices = this.acting && legal?.seat === mine ? legal : null;
		await this.board.show(view, {
			legal: choices?.actions ?? null,
			squares: choices?.squares,
			animate,
			last: moves[index] ?? null,
			effects: this.past.effects(index),
		});
		void this.tellNews();
		if (!this.#resumed && choices) this.#resume();
		if (view === this.view) await this.hotSeat?.passOn();
	}

	/** Show what the others did, or remove it. */
	async tellNews() {
		const { at, moves } = this.past;
		const others = !this.stepped && moves.length > 0 && (at !== null || moves.at(-1)?.seat !== this.live.seat);
		if (!others && !this.#news) return;
		this.#news = true;
		const news = await import("../table/news.js").catch(() => null); // the server may be away just now
		news?.tellNews(this);
	}

	/** The player has acted, and so has seen what the others did. */
	step() {
		if (this.stepped) return;
		this.stepped = true;
		void this.tellNews();
	}

	/** The staged steps, kept in this tab for a reload. @param {string[]} steps */
	keep(steps) {
		const { id, seat, moves } = this.live;
		sessionStorage.setItem(`staged.${id}`, JSON.stringify([seat, moves.length, ...steps]));
	}

	#resume() {
		this.#resumed = true;
		const [seat, at, ...steps] = JSON.parse(sessionStorage.getItem(`staged.${this.live.id}`) ?? "[]");
		if (seat === this.live.seat && at === this.live.moves.length && steps.length) void this.board?.resume(steps);
	}

	/** Show nothing before the code that can hide it is loaded. @param {boolean} animate */
	async #share(animate) {
		const { HotSeat } = await import("../table/hot_seat.js");
		this.hotSeat ??= new HotSeat(this);
		this.draw(animate);
	}

	/** What is needed now and then: offers and fines; and the chat, if something was said, or if the person sits here
	 * and somebody could answer. */
	#rarely() {
		const { chat, watching } = this.live;
		const { offers, owner, seats, settings, status } = this.table;
		this.offers.hidden = status !== "playing" || !(offers.draw || offers.takeback || (owner && settings.referee));
		if (!this.offers.hidden) void import("../table/offers.js").then(({ drawOffers }) => drawOffers(this.offers, this));
		const alone = !watching && seats.every(({ kind, mine }) => kind === "bot" || mine);
		this.chat.hidden = !chat.length && (alone || !this.mine.length);
		if (!this.chat.hidden) void import("../table/chat.js").then(({ drawChat }) => drawChat(this.chat, this));
	}

	clearBoard() {
		this.board?.destroy();
		this.board = null;
		this.host.textContent = "";
	}

	focusBoard() {
		/** @type {HTMLElement | null} */ (this.host.querySelector('[tabindex="0"]'))?.focus();
	}

	flip() {
		this.turned = !this.turned;
		this.draw(false);
	}

	// Commands

	/** Make a move; false if it was refused, and then the reason was shown. @param {string[]} actions */
	async act(actions) {
		this.keep([]);
		this.step();
		const answer = this.live.send({ t: "act", seat: this.live.seat, actions });
		this.status.draw();
		const { ok, refused } = await answer;
		if (refused) {
			this.board?.clear();
			this.status.explain(say(refused), refused.rule);
		}
		this.status.draw();
		return ok;
	}

	/** Send any other command. @param {Record<string, unknown>} message */
	async command(message) {
		const { ok, refused } = await this.live.send(message);
		if (refused) this.status.explain(say(refused), refused.rule);
		else this.status.draw();
		return ok;
	}

	/** Send a command by HTTP; null if it failed; then it has shown why. @param {string} what @param {object} [body] */
	async post(what, body = {}) {
		try {
			return await api("POST", `/api/tables/${this.table.id}/${what}`, body);
		} catch (failure) {
			this.status.explain(/** @type {Error} */ (failure).message);
			return null;
		}
	}
}
