// @ts-check
/** What one sees of the board: grid, both reserves and the tray; it draws, and decides nothing. */
/** @import { Reach, View } from "./types.js" */

import { el, refill, svg } from "/static/js/dom.js";
import { t } from "./texts.js";
import { crosshair, Grid, Motion } from "/static/js/boards/kit.js";
import { corner, frames, ground, spots, stack } from "./draw.js";
import { counted, read, SQUARES } from "./squares.js";
import { label } from "./words.js";

export class Screen {
	/** @type {View | null} */ drawn = null;
	/** @type {Map<string, SVGGElement>} */ stacks = new Map();
	/** @type {Promise<void>} */ drawing = Promise.resolve();
	frames = svg("g");
	aims = svg("g");
	traces = svg("g", { class: "traces" });
	preview = svg("g", { class: "traces preview" });
	reserves = [0, 1].map(() => el("div", { class: "reserve" }));
	deeds = el("div", { class: "deeds" });
	lens = el("div", { class: "lens" });

	/** @param {HTMLElement} host @param {Table} table @param {import("/static/js/types.js").GridUse} does */
	constructor(host, table, does) {
		const { flipped } = table;
		this.motion = new Motion(() => table.motion);
		this.grid = new Grid({ files: 7, ranks: 7, label: t("board"), flipped, ...does });
		ground(this.grid);
		this.grid.layers.ground.append(this.frames);
		this.grid.layers.over.append(this.traces, this.aims, this.preview);
		const [near, far] = flipped ? [1, 0] : [0, 1];
		this.root = el(
			"div",
			{ class: "symbol-board board-group" },
			this.reserves[far],
			this.grid.root,
			this.reserves[near],
			el("section", { class: "tray", "aria-label": t("tray") }, this.deeds, this.lens),
		);
		host.append(this.root);
	}

	destroy() {
		this.motion.stop();
		this.root.remove();
	}

	/** Light up where to go; faintly if that is only to be looked at.
	 * @param {View} view @param {Reach} aims @param {string[]} hints
	 * @param {string} picked @param {boolean} faint */
	aim(view, { moves = [], takes = [], strikes = [] }, hints, picked, faint) {
		const { grid } = this;
		const all = moves.filter((there) => !takes.includes(there));
		grid.mark(
			"target",
			all.filter((there) => !view.board[there]),
		);
		grid.mark("take", takes);
		grid.mark("hint", hints);
		grid.mark("picked", picked ? [picked] : []);
		refill(
			this.aims,
			all.filter((there) => view.board[there]).map((there) => grid.put(corner(), there)),
			strikes.map((there) => grid.put(crosshair(), there)),
		);
		this.root.classList.toggle("looking", faint);
	}

	/** Fade the pieces of a stack that stay behind. @param {string} square @param {string} left */
	fade(square, left) {
		this.root.querySelectorAll(".fade").forEach((piece) => piece.classList.remove("fade"));
		for (const [letter, n] of counted(left))
			[...(this.stacks.get(square)?.querySelectorAll(`[data-piece=${letter}]`) ?? [])]
				.slice(0, n)
				.forEach((piece) => piece.classList.add("fade"));
	}

	/** What a screen reader says of each square.
	 * @param {View} view @param {Reach | null} aims @param {string} picked @param {number[]} mine */
	label(view, aims, picked, mine) {
		const { moves = [], takes = [], strikes = [] } = aims ?? {};
		const can = new Map(
			Object.entries({ moves, takes, strikes }).flatMap(([how, squares]) => squares.map((square) => [square, how])),
		);
		if (picked) can.set(picked, "picked");
		for (const square of SQUARES) {
			const how = can.get(square);
			this.grid.label(square, label(view, square, mine) + (how ? `; ${t(`can.${how}`)}` : ""));
		}
	}

	/** What an action would do, if it is given. @param {string} [action] @param {Effect[]} [effects] */
	foresee(action, effects) {
		void this.grid.trace(this.preview, action && effects ? [{ squares: read(action).squares, effects }] : []);
		this.root.classList.toggle("foreseeing", Boolean(action));
	}

	/** Draw the pieces once what is under way has been seen; what is only staged leaves traces.
	 * @param {View} view @param {Effect[] | null} effects @param {string} [staged] the action that is not yet done */
	draw(view, effects, staged = "") {
		if (staged) this.motion.stop();
		this.drawing = this.drawing.then(() => this.#paint(view, effects, staged));
		return this.drawing;
	}

	/** @param {View} view @param {Effect[] | null} effects @param {string} staged */
	async #paint(view, effects, staged) {
		const { grid, stacks, drawn } = this;
		this.drawn = view;
		refill(this.frames, frames(grid, view.regions));
		void grid.trace(this.traces, effects && staged ? [{ squares: read(staged).squares, effects }] : []);
		for (const square of SQUARES) {
			const here = view.board[square];
			if (drawn?.board[square]?.join() === here?.join()) continue;
			stacks.get(square)?.remove();
			stacks.delete(square);
			if (!here) continue;
			const node = grid.put(stack(...here), square);
			stacks.set(square, node);
			grid.layers.pieces.append(node);
		}
		if (effects && drawn && this.motion.wanted()) await this.#animate(drawn, effects);
	}

	/** What is only put there comes to sight; more than that is shown by code that is fetched when it is needed first.
	 * @param {View} before @param {Effect[]} effects */
	async #animate(before, effects) {
		const { grid, motion, stacks } = this;
		const placed = effects.filter(({ kind }) => kind === "placed").map(({ square = "" }) => stacks.get(square));
		const fades = placed.map((node) => node && motion.play(node, [{ opacity: 0.2 }, { opacity: 1 }], 200));
		if (effects.some(({ kind }) => ["moved", "removed", "exploded"].includes(kind)))
			await (await import("./animate.js")).animate(grid, motion, stacks, before, effects);
		await Promise.all(fades);
	}

	/** The colour of the piece at a point of the screen, if pieces are large enough to be hit.
	 * @param {string} square @param {string} pieces @param {MouseEvent} pointer */
	colourAt(square, pieces, { clientX, clientY }) {
		const matrix = this.grid.svg.getScreenCTM();
		if (!matrix || pieces.length < 2) return "";
		const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
		const { x, y } = this.grid.centre(square);
		const spot = spots(pieces).find(
			(spot) => spot.r * 2 * matrix.a >= 28 && Math.hypot(point.x - x - spot.x, point.y - y - spot.y) <= spot.r * 1.2,
		);
		return spot?.letter ?? "";
	}
}
