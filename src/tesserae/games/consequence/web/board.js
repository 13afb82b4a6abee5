// @ts-check
/** Consequence: sixteen squares, discs that show their colour on both sides and their symbol on one. */
import { notation } from "/static/js/actions.js";
import { el, refill, svg } from "/static/js/dom.js";
import { HandBoard, ground, rove, squares } from "/static/js/boards/hands.js";
import { DIRECTIONS, MARKS, place } from "/static/js/boards/kit.js";
import { tellAll } from "/static/js/effects.js";
import { texts } from "/static/js/i18n.js";
import { replay, way } from "./animate.js";
import { disc, token } from "./draw.js";

const t = texts("consequence");
const SQUARES = squares(4, 4);
const { read, write } = notation("consequence");

MARKS.shield = { over: true, draw: () => [svg("path", { d: "M33-49l14 5v11q0 10-14 16q-14-6-14-16v-11z" })] };

/** @param {string} from @param {string} to @returns {string | undefined} the direction, if they touch */
function towards(from, to) {
	const [a, b] = [place(from), place(to)];
	return Object.keys(DIRECTIONS).find((name) => {
		const [files, ranks] = DIRECTIONS[name] ?? [];
		return b[0] - a[0] === files && b[1] - a[1] === ranks;
	});
}

class Consequence extends HandBoard {
	/** @param {HTMLElement} host @param {Table} table */
	constructor(host, table) {
		super(host, table, "consequence", {
			files: 4,
			ranks: 4,
			flipped: table.flipped,
			label: t("board"),
			pick: (name) => this.#pick(name),
			drags: (name) => this.table.live() && name in this.view.board && !this.plan.at,
			point: (name) => this.#point(name),
			cancel: () => this.#cancel(),
		});
		this.near = table.seat ?? (table.flipped ? 1 : 0); // whose hand lies below the board
		this.grid.layers.ground.append(...SQUARES.map((name) => this.grid.put(ground(name), name)));
		this.preview = svg("g");
		this.far = el("div", { class: "hand far", role: "list" });
		this.hand = el("div", { class: "hand", role: "toolbar", "aria-label": t("hand") });
		rove(this.hand, () => this.#cancel());
		host.append(this.far, this.grid.root, this.hand);
		/** @type {Props} */
		this.view = { board: {}, hands: [[], []], last: {}, pairs: [], actors: [] };
		/** What is legal, as far as it is known: all of it, or what was asked for square by square. @type {string[]} */
		this.legal = [];
		this.complete = false;
		/** What is being composed: a tile of the hand, its square, a direction; or the square of a tile to move and where
		 * to.
		 * @type {{tile?: string, at?: string, direction?: string, from?: string, to?: string}} */
		this.plan = {};
		/** The squares that have something to do, where the list of that is too long. @type {string[]} */
		this.squares = [];
		/** The direction pointed at. @type {string | undefined} */
		this.peek = undefined;
		this.proposed = "";
		/** What the last action did. @type {Effect[]} */
		this.did = [];
		/** What pushes would do. @type {Map<string, Effect[]>} */
		this.answers = new Map();
	}

	#forget() {
		this.plan = {};
		this.peek = undefined;
		this.proposed = "";
	}

	/** @param {Props} view @param {Showing} how */
	show(view, { legal, squares = [], animate, last, effects = [] }) {
		if (legal || view !== this.view) this.legal = legal ?? [];
		this.complete = legal !== null;
		this.squares = squares;
		this.last = last;
		this.did = effects;
		if (view === this.view) return this.#paint();
		this.motion.stop();
		this.view = view;
		this.answers.clear();
		this.#forget();
		this.#pieces();
		this.#paint();
		const first = !this.shown;
		this.shown = true;
		return animate && !first ? replay(this, effects) : undefined;
	}

	draft() {
		const { tile, at, direction, from, to } = this.plan;
		if (from && to) return [write("move", { from, to })];
		if (tile && at) return [write(direction ? "push" : "place", { piece: tile, to: at, direction })];
		return [];
	}

	clear() {
		this.#forget();
		this.#paint();
	}

	/** @param {string[]} actions */
	async resume([action]) {
		const { piece, direction, from, to } = read(action);
		const { view } = this;
		if (!this.complete) this.legal = (await this.table.legal(from || to)) ?? [];
		if (view === this.view && this.legal.includes(action))
			this.#suggest(from ? { from, to } : { tile: piece, at: to, direction });
	}

	#pieces() {
		/** @type {Map<string, SVGGElement>} */
		this.nodes = new Map(
			Object.entries(this.view.board).map(([name, tile]) => [name, this.grid.put(disc(tile), name)]),
		);
		this.grid.layers.pieces.replaceChildren(...this.nodes.values());
		this.grid.layers.over.replaceChildren(this.preview, ...(this.view.outcome ? this.#pairs() : []));
	}

	/** After the end: a line between every two tiles that score. */
	#pairs() {
		return this.view.pairs.map((/** @type {[string, string]} */ [name, other]) => {
			const a = this.grid.centre(name),
				b = this.grid.centre(other);
			const x = (b.x - a.x) * 0.32,
				y = (b.y - a.y) * 0.32; // the symbols themselves stay in sight
			return svg("path", {
				class: `pair ${this.view.board[name][1]}`,
				d: `M${a.x + x} ${a.y + y}L${b.x - x} ${b.y - y}`,
			});
		});
	}

	/** All that depends on what is being composed: hands, marks, arrows, labels, the status line. */
	#paint() {
		const { view, grid, plan, table } = this;
		const live = table.live();
		this.#hands(live);
		grid.unmark();
		grid.mark("last", this.#lastSquares());
		if (!view.outcome) {
			grid.mark("forbidden", view.last.moved && !view.closing ? [view.last.moved] : []);
			grid.mark("shield", view.last.added && !view.closing ? [view.last.added] : []);
		}
		grid.mark(
			"picked",
			[plan.from, plan.at].filter((name) => name !== undefined),
		);
		const targets = !live
			? []
			: plan.from
				? this.#moves(plan.from)
				: plan.tile && !plan.at
					? this.#room(plan.tile)
					: [];
		grid.mark("target", targets);
		this.#preview();
		const pushes = this.#pushes();
		for (const name of SQUARES) grid.label(name, this.#label(name, targets, pushes));
		if (live) table.status(this.#status(pushes));
	}

	/** @param {boolean} live */
	#hands(live) {
		const { view, plan } = this;
		const [near, far] = [view.hands[this.near], view.hands[1 - this.near]];
		const lost = this.#foreseen().find(({ kind }) => kind === "removed")?.pieces;
		const whose = t(`side.${1 - this.near}`);
		refill(
			this.far,
			el("span", { class: "whose" }, t("holds", { side: whose, n: far.length })),
			far.map((/** @type {string} */ tile) =>
				el("span", { role: "listitem", "aria-label": this.#tile(tile) }, token(tile)),
			),
			lost && view.turn === this.near && el("span", { class: "coming", "aria-hidden": "true" }, token(lost[0] + "?")),
		);
		const focused = document.activeElement?.closest(".hand") === this.hand;
		const used = plan.at ? near.indexOf(plan.tile) : -1;
		refill(
			this.hand,
			near.map((/** @type {string} */ tile, /** @type {number} */ n) =>
				el(
					"button",
					{
						type: "button",
						class: n === used ? "used" : "",
						"aria-label": this.#tile(tile),
						title: this.#tile(tile),
						"data-tile": tile,
						"data-drag": live ? "" : null,
						"aria-pressed": plan.tile === tile && n === near.indexOf(tile) ? "true" : "false",
						on: { click: () => this.#take(tile) },
					},
					token(tile),
				),
			),
			near.length === 0 && el("span", { class: "whose" }, t("none")),
		);
		this.hand.classList.toggle("live", live);
		if (focused) /** @type {HTMLElement | null} */ (this.hand.querySelector("[aria-pressed=true], button"))?.focus();
	}

	/** The arrows of the pushes on offer and, for the one chosen or pointed at, everything that shifts. */
	#preview() {
		const { plan, grid } = this;
		const nodes = [];
		const chosen = plan.direction ?? this.peek;
		if (plan.tile && plan.at) {
			nodes.push(grid.put(svg("g", { class: "ghost" }, disc(plan.tile)), plan.at));
			for (const direction of this.#pushes()) {
				const [files, ranks] = DIRECTIONS[direction] ?? [0, 0];
				if (direction !== chosen) nodes.push(grid.arrow(plan.at, grid.beside(plan.at, files, ranks), "could", 30));
			}
		}
		if (plan.from && plan.to) nodes.push(grid.arrow(plan.from, plan.to));
		const effects = this.#foreseen();
		const pushed = effects.find(({ kind }) => kind === "moved");
		for (const { kind, square = "", from = "", to } of pushed ? effects : []) {
			if (kind === "moved") nodes.push(grid.arrow(from, to, "push", 26));
			if (kind !== "removed" || !pushed) continue;
			const [files, ranks] = way(pushed);
			nodes.push(
				grid.put(svg("circle", { class: "lost", r: 44 }), square),
				grid.arrow(square, grid.beside(square, files, ranks), "off", 26),
			);
		}
		this.preview.replaceChildren(...nodes);
	}

	/** What the push that is chosen or pointed at does, once the server has said so. */
	#foreseen() {
		const { tile, at } = this.plan;
		const direction = this.plan.direction ?? this.peek;
		if (!tile || !at || !direction) return [];
		const action = write("push", { piece: tile, to: at, direction });
		const known = this.answers.get(action);
		if (known) return known;
		const { view } = this;
		this.answers.set(action, []);
		void this.table.stage([action]).then(
			({ effects: [effects = []] }) => {
				if (view !== this.view) return;
				this.answers.set(action, effects);
				this.#paint();
				if (this.draft()[0] === action && this.proposed === action) this.table.propose([action], this.#told(effects));
			},
			() => {},
		);
		return [];
	}

	/** @param {Effect[]} effects */
	#told(effects) {
		return tellAll("consequence", effects, (seat) => this.table.name(seat));
	}

	/** The squares of the last action. */
	#lastSquares() {
		const squares = this.did.flatMap(({ kind, square, to }) =>
			kind === "placed" ? [square] : kind === "moved" ? [to] : [],
		);
		return squares.filter((name) => name !== undefined && this.view.board[name]);
	}

	/** The legal actions of a kind, as far as they are known. @param {string} verb */
	#can(verb) {
		return this.legal.map(read).filter((action) => action.verb === verb);
	}

	/** Where a tile of the hand may be placed; where the list is too long, the squares that have something and are empty.
	 * @param {string} tile */
	#room(tile) {
		if (!this.complete) return this.squares.filter((name) => !this.view.board[name]);
		return this.#can("place").flatMap(({ piece, to }) => (piece === tile ? [to] : []));
	}

	/** @param {string} from */
	#moves(from) {
		return this.#can("move").flatMap((move) => (move.from === from ? [move.to] : []));
	}

	/** Whether anything on the board may be moved, or may be as far as is known. */
	#mayMove() {
		if (!this.complete) return this.squares.some((name) => this.view.board[name]);
		return this.#can("move").length > 0;
	}

	/** The directions in which the tile being placed may push. @returns {string[]} */
	#pushes() {
		const { tile, at } = this.plan;
		if (!tile || !at) return [];
		return this.#can("push").flatMap(({ piece, to, direction }) => (piece === tile && to === at ? [direction] : []));
	}

	/** @param {string} tile */
	#tile(tile) {
		return tileName(tile);
	}

	/** @param {string} name @param {string[]} targets @param {string[]} pushes */
	#label(name, targets, pushes) {
		const { view, plan } = this;
		const tile = view.board[name];
		const parts = [name, tile ? this.#tile(tile) : t("empty")];
		if (!view.outcome && name === view.last.moved) parts.push(t("fixed"));
		if (!view.outcome && name === view.last.added) parts.push(t("shielded"));
		if (targets.includes(name)) parts.push(t("target"));
		const direction = plan.at && towards(plan.at, name);
		if (direction && pushes.includes(direction)) parts.push(t("push", { direction: t(`direction.${direction}`) }));
		return parts.join(", ");
	}

	/** @param {string[]} pushes */
	#status(pushes) {
		const { view, plan } = this;
		const mine = view.hands[this.near];
		if (plan.tile && plan.at && !plan.direction && pushes.length) return t("now.push", { square: plan.at });
		if (plan.tile && !plan.at) return t("now.square", { tile: this.#tile(plan.tile) });
		if (plan.from && !plan.to) return t("now.to", { square: plan.from });
		if (view.closing) return t("now.closing", { n: mine.length });
		if (!Object.keys(view.board).length) return t("now.first");
		if (!this.#mayMove()) return t("now.place");
		const { moved, added } = view.last;
		const sentences = [t("now.any")];
		if (moved) sentences.push(t("now.moved", { square: moved }));
		if (added) sentences.push(t("now.added", { square: added }));
		return sentences.join(" ");
	}

	/** A tile of the player's own hand. @param {string} tile */
	#take(tile) {
		if (!this.table.live()) return;
		const { at, tile: held } = this.plan;
		const again = held === tile && !at;
		this.#drop();
		this.plan = again ? {} : { tile };
		this.#paint();
	}

	/** What was proposed is withdrawn. */
	#drop() {
		if (this.draft().length) this.table.propose([]);
		this.#forget();
	}

	#cancel() {
		this.#drop();
		this.#paint();
	}

	/** @param {string | null} name */
	#point(name) {
		const { at, direction } = this.plan;
		if (!at || direction) return;
		const there = name ? towards(at, name) : undefined;
		const peek = there && this.#pushes().includes(there) ? there : undefined;
		if (peek === this.peek) return;
		this.peek = peek;
		this.#preview();
		this.#hands(this.table.live());
	}

	/** @param {string} name */
	async #pick(name) {
		const { table, view } = this;
		if (!table.live()) return;
		if (!this.complete) {
			const legal = await table.legal(name);
			if (view !== this.view) return;
			this.legal = [...new Set([...this.legal, ...(legal ?? [])])];
		}
		const { plan } = this;
		const tile = view.board[name];
		if (plan.tile && plan.at && this.#refine(plan.tile, plan.at, name)) return;
		if (plan.from && plan.from === name) return this.#cancel();
		if (plan.from && !tile) return this.#suggest({ from: plan.from, to: name });
		if (tile) return this.#lift(name);
		if (!plan.tile) return table.explain(t("choose"), "CQ-3");
		return this.#suggest({ tile: plan.tile, at: name });
	}

	/** A pick when a tile lies ready on a square: the square again places it, a touching tile is pushed.
	 * @param {string} tile @param {string} at @param {string} name @returns {boolean} whether it was meant so */
	#refine(tile, at, name) {
		const direction = towards(at, name);
		if (name === at) this.#suggest({ tile, at }, true);
		else if (direction && this.view.board[name]) this.#suggest({ tile, at, direction });
		else return false;
		return true;
	}

	/** A tile on the board, to be moved. @param {string} name */
	#lift(name) {
		if (!this.#moves(name).length) {
			const near = SQUARES.filter((other) => towards(name, other));
			const to = near.find((other) => !this.view.board[other]) ?? near[0];
			return void this.table.why(write("move", { from: name, to }));
		}
		this.#drop();
		this.plan = { from: name };
		this.#paint();
	}

	/** What is composed now. Chosen again, it is sent; a placement that could still push waits for that where proposing
	 * would send it. @param {Consequence["plan"]} plan @param {boolean} [surely] */
	#suggest(plan, surely = false) {
		const { table } = this;
		const before = this.draft()[0];
		const kept = this.plan;
		this.plan = plan;
		const action = this.draft()[0] ?? "";
		const pushing = plan.tile && !plan.direction && this.#pushes().length > 0;
		if (!this.legal.includes(action)) {
			this.plan = kept;
			return void table.why(action);
		}
		this.peek = undefined;
		this.#paint();
		if (action === before || surely) return void table.send([action]);
		if (pushing && !table.confirms) return;
		this.proposed = action;
		table.propose([action], this.#told(this.#foreseen()) || undefined);
	}
}

/** @type {BoardModule} */
export const board = { create: (host, table) => new Consequence(host, table) };

/** @param {string} tile */
const tileName = (tile) => t(`piece.${tile}`);

/** @param {string} action */
export function describe(action) {
	const { piece, direction, from, to } = read(action);
	if (from) return t("moves", { from, to });
	const words = { tile: tileName(piece), square: to };
	if (!direction) return t("places", words);
	return t("pushes", { ...words, direction: t(`direction.${direction}`) });
}

/** @param {Props} view @returns {{label: string, seat?: number, value: string | number}[]} */
export function summary(view) {
	const { outcome, hands } = view;
	return [0, 1].map((seat) => ({
		label: t(`side.${seat}`),
		seat,
		value: outcome?.scores ? t("points", { n: outcome.scores[seat] }) : t("left", { n: hands[seat].length }),
	}));
}

/** The tile of the hand that is placed. @type {BoardFile["held"]} */
export const held = (action) => {
	const { piece } = read(action);
	return piece && `[data-tile="${piece}"]`;
};
