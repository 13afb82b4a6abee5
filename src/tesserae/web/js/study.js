// @ts-check
/** Boards without a table, for the rulebook and the guides: diagrams, and positions to try things out on. */

import { notation } from "./actions.js";
import { grab } from "./boards/grab.js";
import { MARKS } from "./boards/kit.js";
import { loadBoard } from "./boards/load.js";
import { refill, svg } from "./dom.js";
import { did, said, tellAll } from "./effects.js";
import { t } from "./i18n.js";
import { sideName } from "./names.js";
import { Failure, api, loadGame, say } from "./net.js";
import { Saying } from "./saying.js";
import { motion, settings } from "./settings.js";
import { announce } from "./shell.js";
import { spectating } from "./spectating.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").BoardTable} BoardTable */
/** @typedef {[seat: number | null, action: string]} Move */
/** @typedef {{views: View[], effects: Effect[][], reach: Reach | null, done: number}} Seen */
/** @typedef {{legal: string[] | null, count: number, refused: import("./types.js").Refusal | null}} Allowed */
/** @typedef {Seen & Allowed} Studied */
/** As in the Python API. @typedef {{game: string} & Record<string, unknown>} Position */
/**
 * A position, and what can be done with it. `seat`: the viewer ("all": nothing is hidden), who also acts. `actions` are
 * done first. With `only`, just actions that begin like these can be done. `check` may object to a legal action;
 * `acted` is called with the actions that were done.
 * @typedef {{position: Position, seat: number | "all" | null, actions?: Move[], only?: string[],
 *   marks?: Record<string, string[]>, arrows?: [string, string][],
 *   check?: (actions: string[]) => string | null, acted?: (actions: string[]) => void}} How
 */

const AGAIN = 2000; // milliseconds before asking again for a game that is being compiled

/** A picture of a position. @param {HTMLElement} host
 *  @param {{view: View, marks?: Record<string, string[]>, arrows?: [string, string][]}} what */
export async function diagram(host, { view, marks, arrows }) {
	const [game, file] = await Promise.all([loadGame(view.game), loadBoard(view.game)]);
	refill(host);
	const { seat, seats } = view;
	const table = spectating(game, seats, { seat, mine: seat === null ? [] : [seat] });
	const board = file.board.create(host, table);
	const shown = Promise.resolve(board.show(view, { legal: null, animate: false, last: null }));
	void shown.then(() => annotate(board.grid, marks, arrows));
}

class Line extends Saying {
	/** @param {Study} study */
	constructor(study) {
		super(study);
		this.study = study;
	}

	/** @returns {[string, string]} */
	sentence() {
		const { study } = this;
		if (study.trouble) return [study.trouble, "why"];
		return [study.acting ? this.said || t("status.yours") : study.busy ? "" : study.after, "now"];
	}
}

export class Study {
	/** @type {import("./types.js").Game} */ game = /** @type {any} */ (undefined);
	/** @type {import("./types.js").BoardFile} */ file = /** @type {any} */ (undefined);
	/** @type {Move[]} */ past = [];
	/** @type {View | null} */ view = null;
	/** @type {import("./types.js").Board | null} */ board = null;
	me = 0;
	#busy = true;
	resting = false; // nothing can be done for now
	/** @type {{seat: number | null, action: string} | null} */ last = null;
	trouble = "";
	after = t("study.after"); // the text when nothing more can be done
	#moment = 0; // grows when the board is set up again or removed; older answers are then ignored
	/** @type {Map<string, Promise<Studied>>} */ #answers = new Map();
	#closing = new AbortController();

	/** @param {HTMLElement} host where the board goes @param {How} how */
	constructor(host, how) {
		this.host = host;
		this.how = how;
		this.line = new Line(this);
		this.busy = true;
		this.ready = this.#open();
		grab(host, () => this.board, this.#closing.signal);
	}

	async #open() {
		try {
			const { game } = this.how.position;
			[this.game, this.file] = await Promise.all([loadGame(game), loadBoard(game)]);
			await this.#setUp();
		} catch (failure) {
			this.#fail(failure);
		}
	}

	destroy() {
		this.#moment++;
		this.#closing.abort();
		this.board?.destroy();
		this.board = null;
	}

	/** Whether an answer is on its way or something moves. The board shows it, because clicks then have no effect. */
	get busy() {
		return this.#busy;
	}

	set busy(busy) {
		this.#busy = busy;
		this.host.setAttribute("aria-busy", String(busy));
	}

	get acting() {
		return !this.busy && !this.resting && !this.trouble && Boolean(this.view?.actors.includes(this.me));
	}

	/** Set the position up again; another one, if it is given. @param {Partial<How>} [how] */
	async restart(how) {
		Object.assign(this.how, how);
		this.ready = this.#open();
		await this.ready;
	}

	async #setUp() {
		const { actions = [], seat, marks, arrows } = this.how;
		const moment = ++this.#moment;
		this.past = [];
		this.busy = true;
		this.line.fresh();
		this.line.draw();
		const { views, legal, refused } = await this.#ask(actions);
		if (moment !== this.#moment) return;
		if (refused) throw new Error(refused.text);
		this.past = [...actions];
		this.view = views[0];
		this.me = typeof seat === "number" ? seat : (this.view.actors[0] ?? 0);
		this.board?.destroy();
		refill(this.host);
		this.board = this.file.board.create(this.host, this.#table());
		this.last = null;
		await this.#show(legal, false); // some boards create their grid only with the first view
		this.annotate(marks, arrows);
	}

	/** For now nothing is to be done, or now it is again. @param {boolean} resting */
	async rest(resting) {
		this.resting = resting;
		if (!this.board) return;
		this.line.fresh();
		await this.#show(resting ? null : await this.#legal(), false);
	}

	/** @param {How["marks"]} [marks] @param {How["arrows"]} [arrows] */
	annotate(marks, arrows) {
		if (this.board) annotate(this.board.grid, marks, arrows);
	}

	/** Do something in the viewer's seat; false if that is refused, and then the reason was shown.
	 *  @param {string[]} actions */
	async act(actions) {
		if (this.#strays(actions)) return this.#object(t("study.only"));
		/** @type {Move[]} */
		const moves = actions.map((action) => [this.me, action]);
		const moment = this.#moment;
		const answer = await this.#try(moves);
		if (!answer || moment !== this.#moment) return false;
		if (answer.refused) return this.#object(say(answer.refused), answer.refused.rule, "why");
		const objection = this.how.check?.(actions);
		if (objection) return this.#object(objection);
		if (await this.#play(moves, answer)) this.how.acted?.(actions);
		return true;
	}

	/** Others act. @param {Move[]} moves */
	async reply(moves) {
		const moment = this.#moment;
		const answer = await this.#try(moves);
		if (answer?.refused) throw new Error(answer.refused.text);
		if (answer && moment === this.#moment) await this.#play(moves, answer);
	}

	focusBoard() {
		/** @type {HTMLElement | null} */ (this.host.querySelector('[tabindex="0"]'))?.focus();
	}

	// --- Internals -------------------------------------------------------------------------------------------------

	/** @param {string[]} actions */
	#strays(actions) {
		return actions.some((action) => !this.#wanted(action));
	}

	/** @param {string} action */
	#wanted(action) {
		const { only } = this.how;
		if (!only || notation(this.how.position.game).read(action).ends) return true;
		return only.some((beginning) => action.startsWith(beginning));
	}

	/** @param {string} text @param {string | null} [rule] @param {string} [mark] */
	#object(text, rule = null, mark = "kindly") {
		this.board?.clear();
		this.line.explain(text, rule, mark);
		return false;
	}

	/** @param {unknown} failure @returns {null} */
	#fail(failure) {
		this.trouble = failure instanceof Failure ? failure.message : t("error.unknown");
		if (!(failure instanceof Failure)) console.error(failure);
		this.busy = false;
		this.line.draw();
		return null;
	}

	/** The position after some more moves; asks repeatedly while the game is being compiled.
	 *  @param {Move[]} moves @param {Record<string, unknown>} [more] @returns {Promise<Studied>} */
	async #ask(moves, more) {
		const { position, seat } = this.how;
		const moment = this.#moment;
		for (;;) {
			try {
				const answer = await api("POST", "/api/study", { position, seat, actions: [...this.past, ...moves], ...more });
				this.trouble = "";
				answer.legal = answer.legal?.filter((/** @type {string} */ action) => this.#wanted(action)) ?? null;
				return answer;
			} catch (failure) {
				if (!(failure instanceof Failure) || failure.code !== "compiling" || moment !== this.#moment) throw failure;
				this.trouble = t("study.compiling");
				this.line.draw();
				await new Promise((done) => setTimeout(done, AGAIN));
			}
		}
	}

	/** The same with the views from the present one on; null if it failed, and then the error was shown.
	 *  @param {Move[]} moves */
	async #try(moves) {
		this.busy = true;
		try {
			return await this.#ask(moves, { since: this.past.length });
		} catch (failure) {
			return this.#fail(failure);
		} finally {
			this.busy = false;
		}
	}

	/** @param {string[] | null} legal @param {boolean} animate @param {Effect[]} [effects] of the last action */
	async #show(legal, animate, effects = undefined) {
		this.#answers.clear();
		const { board, view, last } = this;
		this.busy = true;
		await board?.show(view, { legal: null, animate, last, effects });
		this.busy = false;
		if (board !== this.board) return;
		if (this.acting) await board?.show(view, { legal, animate: false, last, effects });
		this.line.draw();
	}

	/** Whether it was played to the end.
	 * @param {Move[]} moves @param {Studied} answer whose views begin before the moves */
	async #play(moves, { views, effects, legal }) {
		const moment = this.#moment;
		this.annotate(); // it was about the position before
		for (const [n, [seat, action]] of moves.entries()) {
			const before = this.view;
			this.view = views[n + 1];
			this.past.push([seat, action]);
			this.line.fresh();
			const who = seat === null ? t("seat.referee") : sideName(this.game, seat);
			const done = effects[effects.length - moves.length + n];
			const told = tellAll(this.game.name, done, (one) => sideName(this.game, one));
			announce(told ? said(who, told) : did(who, this.file.describe(action, before)));
			this.last = { seat, action };
			await this.#show(n === moves.length - 1 ? legal : null, true, done);
			if (moment !== this.#moment) return false;
		}
		return true;
	}

	/** @param {number} seat */
	#name(seat) {
		return seat === this.me ? t("seats.you") : sideName(this.game, seat);
	}

	/** @returns {BoardTable} */
	#table() {
		const study = this;
		const { game, me, line } = this;
		return {
			seat: me,
			mine: [me],
			seats: this.view?.seats ?? 2,
			game,
			flipped: false,
			get motion() {
				return motion();
			},
			get confirms() {
				return settings.confirm;
			},
			name: (seat) => study.#name(seat),
			live: () => study.acting,
			legal: (at, begins) => study.#told(study.#legal(at, begins)),
			stage: async (actions) => {
				const moves = actions.map((action) => /** @type {Move} */ ([me, action]));
				const stray = study.#strays(actions);
				const answer = stray ? null : await study.#told(study.#ask(moves, { since: study.past.length }));
				if (answer && !answer.refused)
					return { views: answer.views.slice(1), effects: answer.effects.slice(-actions.length), legal: answer.legal };
				if (stray) line.explain(t("study.only"), null, "kindly");
				if (answer?.refused) line.explain(say(answer.refused), answer.refused.rule);
				throw new Error();
			},
			reach: async (square) => (await study.#told(study.#ask([], { reach: square })))?.reach ?? {},
			why: async (action) => {
				const answer = await study.#told(study.#ask([], { why: action }));
				if (!answer) return;
				const { refused } = answer;
				if (refused) line.explain(say(refused), refused.rule);
				else line.explain(t("study.only"), null, "kindly");
			},
			explain: (text, rule) => line.explain(text, rule),
			propose: (actions, words) => line.propose(actions, words),
			keep: () => {},
			send: (actions) => study.act(actions),
			status: (text) => line.say(text),
		};
	}

	/** An answer; if there is none, that is said, and it is null. @template T @param {Promise<T>} answer */
	async #told(answer) {
		try {
			return await answer;
		} catch (failure) {
			this.line.explain(/** @type {Error} */ (failure).message);
			return null;
		}
	}

	/** @param {string} [at] @param {string} [begins] */
	async #legal(at, begins) {
		const key = `${at} ${begins}`;
		let answer = this.#answers.get(key);
		if (!answer) {
			answer = this.#ask([], { at, begins });
			this.#answers.set(key, answer);
		}
		return (await answer).legal;
	}
}

/** The marks and arrows of a text; they stay, whatever the board itself marks.
 * @param {Grid} grid @param {Partial<Record<Mark, string[]>>} [marks] @param {[string, string][]} [arrows] */
function annotate(grid, marks = {}, arrows = []) {
	const kinds = /** @type {Mark[]} */ (Object.keys(marks));
	const mark = (/** @type {Mark} */ kind) =>
		(marks[kind] ?? []).map((name) => grid.put(svg("g", { class: `mark ${kind}` }, ...MARKS[kind].draw()), name));
	grid.layers.notes.replaceChildren(...kinds.flatMap(mark), ...arrows.map(([from, to]) => grid.arrow(from, to)));
}
