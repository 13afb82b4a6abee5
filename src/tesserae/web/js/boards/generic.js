// @ts-check
/** The board for games that have none of their own. It draws the `grid` of a view (docs/reference/game.md) and uses
 * only the legal list: choosing squares and things in hand narrows it, and what is left can be chosen by its text. */

import { notation, squareFields } from "../actions.js";
import { button, el, loadStyle, refill, svg } from "../dom.js";
import { list, t, tOr } from "../i18n.js";
import { ground, rove, squares } from "./hands.js";
import { Grid, Motion, seatFill, swatch } from "./kit.js";

/** @typedef {{owner: number | null, letter: string, glyph?: string}} Piece */
/** @typedef {{owner: number, pieces: {letter: string, count: number, glyph?: string}[]}} Hand */
/** @typedef {{name: string, value: string | number, seat?: number}} Fact */
/** @typedef {{files: number, ranks: number, pieces: Record<string, Piece[]>}} Squares */
/** @typedef {Squares & {hands?: Hand[], facts?: Fact[]}} Picture */

const MOST = 12; // actions that are offered as buttons at a time

/** The board file of a game. @param {string} game @returns {Promise<BoardFile>} */
export async function boardOf(game) {
	await loadStyle("generic");
	return {
		board: { create: (host, table) => new GenericBoard(host, table) },
		describe: (action) => tOr(`action.${action}`, action, game),
		summary: ({ grid }) =>
			/** @type {Picture} */ (grid).facts?.map(({ name, value, seat }) => ({
				label: tOr(`fact.${name}`, name, game),
				seat,
				value: typeof value === "number" ? value : tOr(`piece.${value}`, value, game),
			})) ?? [],
		held: (action) => {
			const { piece } = notation(game).read(action);
			return piece && `.hand [data-held="${CSS.escape(piece)}"]`;
		},
	};
}

/** A piece: its letter or glyph on the colour and pattern of its owner. @param {Piece} piece */
function token({ owner, letter, glyph }) {
	return svg(
		"g",
		{ class: "token" },
		svg("circle", { class: "body", r: 36, fill: owner === null ? "var(--muted)" : seatFill(owner) }),
		svg("circle", { class: "face", r: 24 }),
		name(glyph ?? letter),
	);
}

/** A letter or glyph; longer ones are smaller. @param {string} text */
function name(text) {
	const size = Math.min(34, 76 / [...text].length);
	return svg("text", { y: size * 0.36, style: { "font-size": `${size}px` } }, text);
}

class GenericBoard {
	/** Created with the first view, which has its size. @type {Grid} */ grid = /** @type {any} */ (undefined);
	/** @type {string[]} */ touched = []; // the squares of the last action
	/** @type {View | null} */ view = null;
	/** @type {string[] | null} */ legal = null; // all legal actions, if they are known
	/** @type {string[]} */ near = []; // the legal actions of the chosen square, if not all are known
	/** @type {string[]} */ chosen = []; // squares, in order
	/** @type {string | null} */ held = null; // the letter of the chosen piece in hand
	/** @type {string | null} */ action = null; // the proposed action

	/** @param {HTMLElement} host @param {Table} table */
	constructor(host, table) {
		this.host = host;
		this.table = table;
		this.game = table.game.name;
		this.notation = notation(this.game);
		this.hands = el("div", { class: "hands" });
		this.deeds = el("div", { class: "choices", role: "group", "aria-label": t("generic.actions") });
		this.motion = new Motion(() => table.motion);
		rove(this.hands, () => this.#cancel());
		host.classList.add("generic");
	}

	/** @param {View} view @param {Showing} how */
	show(view, { legal, animate, last, effects }) {
		const before = this.view;
		const fresh = view !== before;
		if (!before) this.#lay(view.grid);
		if (legal || fresh) this.legal = legal;
		this.view = view;
		this.touched =
			effects?.flatMap(({ kind, square = "", from = "", to }) => (kind === "moved" ? [from, to] : [square])) ??
			this.#squares(last?.action ?? "");
		if (fresh) {
			this.motion.stop();
			this.#forget();
			this.#pieces(view.grid);
		}
		this.#paint();
		return animate && before && fresh && effects ? this.#replay(effects) : undefined;
	}

	clear() {
		this.#forget();
		this.#paint();
	}

	/** @param {string[]} actions */
	async resume([action]) {
		const { view } = this;
		const [first] = this.#squares(action);
		if (!this.legal && first) this.near = (await this.table.legal(first)) ?? [];
		if (view !== this.view || !this.#left([], null).includes(action)) return;
		this.chosen = this.#squares(action);
		this.#suggest(action);
	}

	destroy() {
		this.motion.stop();
		this.host.replaceChildren();
		this.host.classList.remove("generic");
	}

	/** @param {Picture} picture */
	#lay({ files, ranks }) {
		this.grid = new Grid({
			files,
			ranks,
			flipped: this.table.flipped,
			label: t("generic.board", { files, ranks }),
			pick: (name) => this.#pick(name),
			drags: (name) => this.table.live() && Boolean(this.view?.grid.pieces[name]?.length),
			cancel: () => this.#cancel(),
		});
		this.grid.layers.ground.append(...squares(files, ranks).map((name) => this.grid.put(ground(name), name)));
		if (files && ranks) this.host.append(this.grid.root); // a card game has no board
		this.host.append(this.deeds, this.hands);
	}

	/** The squares of the board that an action names, in order. @param {string} action */
	#squares(action) {
		return this.notation.read(action).squares;
	}

	/** @param {Picture} picture */
	#pieces({ pieces }) {
		/** The pieces on each square, from bottom to top. @type {Map<string, SVGElement[]>} */
		this.piles = new Map(
			Object.entries(pieces).map(([name, pile]) => {
				const rise = Math.min(14, 40 / pile.length);
				const { x, y } = this.grid.centre(name);
				const nodes = pile.map((piece, n) =>
					this.grid.put(token(piece), { x, y: y - (n - (pile.length - 1) / 2) * rise }),
				);
				return [name, nodes];
			}),
		);
		this.grid.layers.pieces.replaceChildren(...[...this.piles.values()].flat());
	}

	/** Animate what happened; the pieces are already in their places. @param {Effect[]} effects */
	async #replay(effects) {
		const { grid, motion, piles } = this;
		const moving = effects.map(({ kind, square = "", from = "", to, pieces = "", owner = null }) => {
			if (kind === "moved") {
				const node = piles?.get(to)?.at(-1);
				return node && motion.slide(node, grid.centre(from), grid.centre(to));
			}
			if (kind === "placed") return this.#fade(piles?.get(square)?.at(-1), [0, 1]);
			if (kind !== "removed" || !grid.cells.has(square) || !motion.wanted()) return undefined;
			const ghost = grid.put(token({ owner, letter: pieces }), square);
			grid.layers.pieces.append(ghost);
			return this.#fade(ghost, [1, 0]).then(() => ghost.remove());
		});
		await Promise.all(moving);
	}

	/** @param {SVGElement | undefined} node @param {number[]} opacities */
	async #fade(node, opacities) {
		if (node)
			await this.motion.play(
				node,
				opacities.map((opacity) => ({ opacity })),
				300,
			);
	}

	#forget() {
		this.chosen = [];
		this.near = [];
		this.held = this.action = null;
	}

	#cancel() {
		if (this.action) this.table.propose([]);
		this.clear();
	}

	/** The legal actions that fit what is chosen. @param {string[]} [chosen] @param {string | null} [held] */
	#left(chosen = this.chosen, held = this.held) {
		return (this.legal ?? this.near).filter((action) => {
			const named = this.#squares(action);
			return chosen.every((name, n) => named[n] === name) && (!held || this.notation.read(action).piece === held);
		});
	}

	/** The squares that could be chosen next. */
	#next() {
		return new Set(
			this.#left()
				.map((action) => this.#squares(action)[this.chosen.length])
				.filter(Boolean),
		);
	}

	/** @param {string} name */
	async #pick(name) {
		const { table, view } = this;
		if (!table.live()) return;
		if (!this.legal && !this.chosen.length) {
			const near = await table.legal(name);
			if (view !== this.view) return;
			this.near = near ?? [];
		}
		const on = [...this.chosen, name];
		if (this.#left(on).length) return this.#choose(on, this.held);
		if (this.chosen.at(-1) === name) return this.action ? void table.send([this.action]) : this.#cancel();
		if (this.#left([name]).length) return this.#choose([name], this.held);
		if (this.#left([name], null).length) return this.#choose([name], null);
		const meant = this.#meant(name);
		if (meant) return void table.why(meant);
		table.explain(t("generic.nothing", { square: name }));
	}

	/** An action that a click on this square may have been meant to do: one that is legal elsewhere, with this square.
	 * @param {string} square */
	#meant(square) {
		const n = this.chosen.length;
		const like = this.#left().find((action) => this.#squares(action).length > n);
		if (!like) return undefined;
		const action = this.notation.read(like);
		return this.notation.write(action.verb, { ...action, [squareFields(action)[n]]: square });
	}

	/** @param {string} letter */
	#take(letter) {
		if (!this.table.live()) return;
		if (this.held === letter) return this.#cancel();
		if (!this.#left([], letter).length) return this.table.explain(t("generic.unusable", { piece: this.#name(letter) }));
		this.#choose([], letter);
	}

	/** Choose something; if only one action fits it, that is proposed.
	 * @param {string[]} chosen @param {string | null} held */
	#choose(chosen, held) {
		const before = this.action;
		this.chosen = chosen;
		this.held = held;
		const left = this.#left();
		this.action = left.length === 1 ? left[0] : null;
		this.#paint();
		if (this.action && this.action === before) return void this.table.send([this.action]);
		if (this.action || before) this.table.propose(this.action ? [this.action] : []);
	}

	/** Choose an action by its button; a second press sends it. @param {string} action */
	#suggest(action) {
		if (this.action === action) return void this.table.send([action]);
		this.action = action;
		this.#paint();
		this.table.propose([action]);
	}

	#paint() {
		const { view, grid, table } = this;
		if (!view) return;
		const live = table.live();
		const next = live ? this.#next() : new Set();
		grid.unmark();
		grid.mark("last", new Set(this.touched.filter((name) => grid.cells.has(name))));
		grid.mark("picked", this.chosen);
		const full = [...next].filter((name) => view.grid.pieces[name]?.length);
		grid.mark("take", this.chosen.length || this.held ? full : []);
		grid.mark("target", this.chosen.length || this.held ? [...next].filter((name) => !full.includes(name)) : []);
		for (const name of grid.cells.keys()) grid.label(name, this.#label(name, next));
		this.#hands(view.grid.hands ?? [], live);
		this.#deeds(live);
		if (live) table.status(this.#status());
	}

	/** @param {string} letter */
	#name(letter) {
		return tOr(`piece.${letter}`, letter, this.game);
	}

	/** @param {string} name @param {Set<string>} next */
	#label(name, next) {
		const { view, table } = this;
		const pile = /** @type {Piece[]} */ (view?.grid.pieces[name] ?? []);
		const told = pile.map(({ owner, letter }) =>
			owner === null ? this.#name(letter) : t("generic.piece", { who: table.name(owner), piece: this.#name(letter) }),
		);
		return [name, told.length ? list(told) : t("generic.empty"), next.has(name) && t("generic.can")]
			.filter(Boolean)
			.join(", ");
	}

	/** @param {Hand[]} hands @param {boolean} live */
	#hands(hands, live) {
		const focused = this.hands.contains(document.activeElement)
			? document.activeElement?.getAttribute("data-held")
			: null;
		refill(
			this.hands,
			hands.map(({ owner, pieces }) => {
				const mine = live && owner === this.table.seat;
				const label = t("generic.hand", { who: this.table.name(owner) });
				return el(
					"div",
					{ class: `hand${mine ? " live" : ""}`, role: mine ? "toolbar" : "group", "aria-label": label },
					el("span", { class: "whose" }, swatch(owner), " ", label),
					pieces.map(({ letter, count, glyph }) => {
						const inside = [
							svg("svg", { viewBox: "-38 -38 76 76", "aria-hidden": "true" }, token({ owner, letter, glyph })),
							el("b", {}, `× ${count}`),
						];
						const props = {
							class: "held",
							"data-held": letter,
							"aria-label": t("generic.count", { piece: this.#name(letter), n: count }),
						};
						if (!mine || !count) return el("span", { ...props, role: "img" }, inside);
						return button(inside, () => this.#take(letter), {
							...props,
							"data-drag": "",
							"aria-pressed": String(this.held === letter),
						});
					}),
				);
			}),
		);
		if (focused)
			/** @type {HTMLElement | null} */ (
				this.hands.querySelector(`button[data-held="${CSS.escape(focused)}"]`)
			)?.focus();
	}

	/** The buttons: actions without squares always, the others when only a few are left. @param {boolean} live */
	#deeds(live) {
		const left = live ? this.#left() : [];
		const begun = this.chosen.length > 0 || this.held !== null;
		const offered = left.filter((action) => !this.#squares(action).length || (begun && left.length <= MOST));
		const here = this.deeds.contains(document.activeElement)
			? document.activeElement?.getAttribute("data-action")
			: null;
		refill(
			this.deeds,
			offered.map((action) =>
				button(tOr(`action.${action}`, action, this.game), () => this.#suggest(action), {
					"data-action": action,
					"aria-pressed": String(this.action === action),
				}),
			),
		);
		if (here)
			/** @type {HTMLElement | null} */ (this.deeds.querySelector(`[data-action="${CSS.escape(here)}"]`))?.focus();
	}

	#status() {
		if (this.action) return t("generic.now.confirm");
		if (this.held) return t("generic.now.held", { piece: this.#name(this.held) });
		if (this.chosen.length) return t("generic.now.on", { square: list(this.chosen) });
		return t("generic.now.begin");
	}
}
