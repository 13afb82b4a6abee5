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
import { questions } from "./questions.js";
import { Saying } from "./saying.js";
import { motion, settings } from "./settings.js";
import { announce } from "./shell.js";
import { spectating } from "./spectating.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").BoardTable} BoardTable */
/** @typedef {[seat: number | null, action: string]} Move */
/** @typedef {{views: View[], effects: Effect[][], refused: Refusal | null, answers: any[]}} Studied */
/** As in the Python API. @typedef {{game: string} & Record<string, unknown>} Position */
/**
 * A position, and what can be done with it. `seat`: the viewer, who also acts. `actions` are done first. With `only`,
 * just actions that begin like these can be done. `check` may object to a legal action; `acted` is called with
 * the actions that were done.
 * @typedef {{position: Position, seat: number, actions?: Move[], only?: string[],
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
	#busy = true;
	resting = false; // nothing can be done for now
	/** @type {Made | null} */ last = null;
	trouble = "";
	after = t("study.after"); // the text when nothing more can be done
	#moment = 0; // grows when the board is set up again or removed; older answers are then ignored
	#closing = new AbortController();

	/** @param {HTMLElement} host where the board goes @param {How} how */
	constructor(host, how) {
		this.host = host;
		this.how = how;
		this.line = new Line(this);
		this.questions = questions(
			(query) =>
				this.#ask([], [query]).then(
					({ answers }) => answers[0],
					({ message }) => ({ t: "refused", text: message }),
				),
			(text, rule) => this.line.explain(text, rule),
		);
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

	get me() {
		return this.how.seat;
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
		const { actions = [], marks, arrows } = this.how;
		const moment = ++this.#moment;
		this.past = [...actions];
		this.busy = true;
		this.line.fresh();
		this.line.draw();
		const { views, answers, refused } = await this.#ask([]);
		if (moment !== this.#moment) return;
		if (refused) throw new Error(refused.text);
		this.view = views[0];
		this.board?.destroy();
		refill(this.host);
		this.board = this.file.board.create(this.host, this.#table());
		this.last = null;
		await this.#show(answers[0], false); // some boards create their grid only with the first view
		this.annotate(marks, arrows);
	}

	/** For now nothing is to be done, or now it is again. @param {boolean} resting */
	async rest(resting) {
		this.resting = resting;
		if (!this.board) return;
		this.line.fresh();
		await this.#show(resting ? null : (await this.#ask([])).answers[0], false);
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

	/** The position after some more moves, with the views from the present one on, and the answers to queries about it;
	 * asks repeatedly while the game is being compiled.
	 * @param {Move[]} moves @param {Props[]} [queries] @returns {Promise<Studied>} */
	async #ask(moves, queries = [{ t: "legal" }]) {
		const { past, me: seat } = this;
		const moment = this.#moment;
		const actions = [...past, ...moves];
		const asked = queries.map((query) => ({ ...query, seat }));
		const body = { position: this.how.position, seat, actions, since: past.length, queries: asked };
		for (;;) {
			try {
				/** @type {Studied} */
				const answer = await api("POST", "/api/study", body);
				this.trouble = "";
				for (const said of answer.answers)
					for (const list of ["actions", "legal"])
						said[list] &&= said[list].filter((/** @type {string} */ action) => this.#wanted(action));
				return answer;
			} catch (failure) {
				if (!(failure instanceof Failure) || failure.code !== "compiling" || moment !== this.#moment) throw failure;
				this.trouble = t("study.compiling");
				this.line.draw();
				await new Promise((done) => setTimeout(done, AGAIN));
			}
		}
	}

	/** The same; null if it failed, and then the error was shown. @param {Move[]} moves */
	async #try(moves) {
		this.busy = true;
		try {
			return await this.#ask(moves);
		} catch (failure) {
			return this.#fail(failure);
		} finally {
			this.busy = false;
		}
	}

	/** @param {import("./types.js").Choices | null} choices @param {boolean} animate
	 * @param {Effect[]} [effects] of the last action */
	async #show(choices, animate, effects = undefined) {
		this.questions.forget();
		const { board, view, last } = this;
		this.busy = true;
		await board?.show(view, { legal: null, animate, last, effects });
		this.busy = false;
		if (board !== this.board) return;
		const { actions: legal = null, squares } = choices ?? {};
		if (this.acting) await board?.show(view, { legal, squares, animate: false, last, effects });
		this.line.draw();
	}

	/** Whether it was played to the end.
	 * @param {Move[]} moves @param {Studied} answer whose views begin before the moves */
	async #play(moves, { views, effects, answers }) {
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
			await this.#show(n === moves.length - 1 ? answers[0] : null, true, done);
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
		const { game, me, line, questions } = this;
		return {
			...questions,
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
			stage: async (actions) => {
				if (!study.#strays(actions)) return questions.stage(actions);
				line.explain(t("study.only"), null, "kindly");
				throw new Error();
			},
			why: async (action) => {
				if (!(await questions.why(action))) line.explain(t("study.only"), null, "kindly");
			},
			explain: (text, rule) => line.explain(text, rule),
			propose: (actions, words) => line.propose(actions, words),
			keep: () => {},
			send: (actions) => study.act(actions),
			status: (text) => line.say(text),
		};
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
