// @ts-check
/** The report of a finished game: evaluations, turning points, and what players could have known. */

import { telling } from "../actions.js";
import { button, el, loadStyle, refill } from "../dom.js";
import { has } from "../given.js";
import { language, list, t } from "../i18n.js";
import { api } from "../net.js";
import { announce } from "../shell.js";
import { advise, grade } from "./advice.js";
import { chart, table } from "./chart.js";

await loadStyle("pages");

/** @typedef {import("../pages/table.js").TablePage} TablePage */
/** @typedef {{begin: number, end: number, seat: number | null}} Turn */
/** @typedef {{turn: number, seat: number, after: number, better: number, played: string[], instead: string[]}} Point */
/** @typedef {{game: string, sides: number[][], turns: Turn[], values: number[][]}} Course */
/** @typedef {Course & {points: Point[], simulations: number, details: unknown}} Report */
/** What a game's report.js can use. `who`: the player of a turn; `look` shows the moment after that many moves.
 * @typedef {{name: (seat: number) => string, who: (turn: number) => string, look: (moves: number) => void}} Names
 * @typedef {Names & {counted: (label: string, numbers: number[][]) => Child}} Kit */
/** A game's own part of the report: `details` is drawn once, `moment` for each selected moment.
 * @typedef {{details: (report: Report, kit: Kit) => Child}} Details
 * @typedef {Details & {moment?: (report: Report, kit: Kit, turn: number) => Child}} Own */

const AGAIN = 400; // milliseconds between two requests

/** "+0.25" @param {number} value */
const signed = (value) =>
	new Intl.NumberFormat(language(), { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 })
		.format(value)
		.replace("-", "−");

export class ReportPanel {
	/** @type {Report | null} */ report = null;
	/** @type {import("./chart.js").Chart[]} */ #charts = [];
	#moment = el("div", {}); // what depends on the selected moment
	/** @type {Own | null} */ #own = null; // the game's own part

	/** @typedef {"advice" | "board" | "file" | "game" | "host" | "layout" | "name" | "past" | "table"} Needed */
	/** @param {Pick<TablePage, Needed>} page */
	constructor(page) {
		this.page = page;
		this.root = el("section", { class: "report", tabindex: "-1", "aria-label": t("report.title") });
	}

	/** Ask until the server has computed it. */
	async load() {
		const bar = el("progress", { max: 1, value: 0, "aria-label": t("report.working") });
		refill(this.root, el("p", { class: "muted" }, t("report.working")), bar);
		const path = `/api/tables/${this.page.table.id}/report`;
		try {
			let answer = await api("GET", path);
			while (answer.done !== undefined) {
				bar.value = answer.done;
				await new Promise((resume) => setTimeout(resume, AGAIN));
				if (!this.page.layout.isConnected) return;
				answer = await api("GET", path);
			}
			const { game } = answer;
			if (has(game, "report.js")) this.#own = await import(`/static/games/${game}/report.js`);
			this.report = answer;
		} catch (failure) {
			refill(this.root, el("p", { class: "error" }, /** @type {Error} */ (failure).message));
			return;
		}
		this.#draw();
		announce(t("report.ready", { n: this.report?.points.length ?? 0 }));
	}

	/** The number of turns that had ended at the selected moment. */
	get turn() {
		const { past } = this.page;
		const at = past.at ?? past.moves.length;
		return this.report?.turns.filter((turn) => turn.end <= at).length ?? 0;
	}

	/** Another moment was selected. */
	look() {
		if (!this.report) return;
		const { turn } = this;
		for (const one of this.#charts) one.look(turn);
		refill(this.#moment, this.#own?.moment?.(this.report, this.#kit, turn));
	}

	/** @param {number} turn */
	#go(turn) {
		const { turns } = /** @type {Report} */ (this.report);
		void this.page.past.look(turn ? turns[turn - 1].end : 0);
	}

	/** @param {number} side */
	#side(side) {
		const seats = /** @type {Report} */ (this.report).sides[side];
		return seats.length > 1 ? t("seat.team", { n: side + 1 }) : this.#name(seats[0]);
	}

	/** @param {number} seat */
	#name(seat) {
		const { page } = this;
		const name = page.name(seat);
		const double = page.table.seats.some((_, other) => other !== seat && page.name(other) === name);
		return double ? `${name} ${seat + 1}` : name;
	}

	#draw() {
		const report = /** @type {Report} */ (this.report);
		const { sides, values, points } = report;
		this.#charts = [];
		const main = this.#chart(
			t("report.chart"),
			sides.map((_, side) => ({ name: this.#side(side), colour: side, values: values.map((at) => at[side]) })),
			-1,
			1,
			(value) => signed(value),
			points.map((point) => point.turn),
		);
		refill(
			this.root,
			el("h3", {}, t("report.title")),
			main.root,
			table(
				[t("report.turn"), t("report.who"), ...sides.map((_, side) => this.#side(side))],
				values.map((at, turn) => [turn, turn ? this.#who(turn - 1) : t("report.beginning"), ...at.map(signed)]),
			),
			el("h4", {}, t("report.points")),
			points.length
				? el(
						"ol",
						{ class: "points" },
						points.map((point) => this.#point(point)),
					)
				: el("p", {}, t("report.no-points")),
			this.#own?.details(report, this.#kit),
			this.#moment,
			el("p", { class: "muted note" }, t("report.how", { n: report.simulations })),
		);
		this.look();
	}

	/** @param {number} turn counted from 0 */
	#who(turn) {
		const { seat } = /** @type {Report} */ (this.report).turns[turn];
		return seat === null ? t("seat.referee") : this.#name(seat);
	}

	/** @param {string} label @param {import("./chart.js").Line[]} lines @param {number} low @param {number} high
	 *  @param {(value: number) => string} write @param {number[]} [marks] */
	#chart(label, lines, low, high, write, marks) {
		const made = chart({
			label,
			lines,
			low,
			high,
			marks,
			tell: (turn) =>
				[
					turn ? t("report.after-turn", { n: turn, name: this.#who(turn - 1) }) : t("report.beginning"),
					...lines.map(({ name, values }) => `${name} ${write(values[turn])}`),
				].join(", "),
			look: (turn) => this.#go(turn),
		});
		this.#charts.push(made);
		return made;
	}

	/** @param {Point} point */
	#point(point) {
		const { page } = this;
		const { begin, end } = /** @type {Report} */ (this.report).turns[point.turn];
		/** @param {string[]} actions */
		const words = (actions) =>
			list(telling(page.game.name, actions).map((action) => page.file.describe(action, page.past.viewAt(begin))));
		const show = async () => {
			await page.past.look(begin);
			advise(page, point.instead);
			page.host.scrollIntoView({ block: "nearest" });
		};
		return el(
			"li",
			{},
			el(
				"p",
				{},
				el("strong", {}, t("report.point", { n: point.turn + 1, name: this.#name(point.seat) })),
				" ",
				t("report.swing", { better: signed(point.better), after: signed(point.after) }),
				" ",
				t(`report.value.${grade(point.after)}`, { name: this.#name(point.seat) }),
			),
			el("p", {}, t("report.played", { what: words(point.played) })),
			el("p", {}, t("report.better", { what: words(point.instead) })),
			el(
				"div",
				{ class: "row" },
				button(t("report.show"), () => void show(), { class: "small", "data-point": point.turn }),
				button(t("report.then"), () => void page.past.look(end), { class: "small" }),
			),
		);
	}

	/** @returns {Kit} */
	get #kit() {
		const { page } = this;
		return {
			name: (seat) => this.#name(seat),
			who: (turn) => this.#who(turn),
			look: (moves) => void page.past.look(moves),
			// A number of each seat over the turns, as a chart and as a table.
			counted: (label, numbers) => {
				const high = Math.max(1, ...numbers.flat());
				const lines = numbers[0].map((_, seat) => ({
					name: this.#name(seat),
					colour: seat,
					values: numbers.map((at) => at[seat]),
				}));
				return [
					this.#chart(label, lines, 0, high, String).root,
					table(
						[t("report.turn"), t("report.who"), ...lines.map(({ name }) => name)],
						numbers.map((at, turn) => [turn, turn ? this.#who(turn - 1) : t("report.beginning"), ...at]),
					),
				];
			},
		};
	}
}
