// @ts-check
/** Sequence: a hundred spaces of fifty states, a hand of cards, chips of two or three teams. */
import { notation } from "/static/js/actions.js";
import { el, refill, svg } from "/static/js/dom.js";
import { HandBoard, rove, squares } from "/static/js/boards/hands.js";
import { square, swatch } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";
import { replay } from "./animate.js";
import { cardName, chip, face, prepare, space } from "./draw.js";

export { prepare };

const t = texts("sequence");
const SQUARES = squares(10, 10);
/** @type {Record<string, string>} */
const SIGN = { ADD: "+", REMOVE: "−" };
const { read, write } = notation("sequence");

/** A line, as the view names it. @param {Action} claim */
const line = ({ from, to }) => `${from}-${to}`;

/** @param {string | undefined} card @param {string} square */
const play = (card, square) => write("play", { piece: card, to: square });

class Sequence extends HandBoard {
	/** @param {HTMLElement} host @param {Table} table */
	constructor(host, table) {
		super(host, table, "sequence", {
			files: 10,
			ranks: 10,
			label: t("board"),
			pick: (name) => this.#pick(name),
			point: (name) => this.#point(name),
			cancel: () => this.#cancel(),
		});
		this.piles = el("div", { class: "piles" });
		this.hand = el("div", { class: "hand", role: "toolbar", "aria-label": t("hand") });
		this.choices = el("div", { class: "choices" });
		rove(this.hand, () => this.#cancel());
		rove(this.piles);
		host.append(this.grid.root, this.choices, this.hand, this.piles);
		/** @type {Props} */
		this.view = { layout: [], chips: {}, sequences: [], claims: [], hand: null, dead: [], discards: [], forfeits: [] };
		/** What may be done: a hand is never so large that the list is too long. @type {string[]} */
		this.legal = [];
		/** Which card of the hand is picked, by its place in the hand; what would be done; what is pointed at.
		 * @type {number} */
		this.card = -1;
		/** @type {string | null} */
		this.action = null;
		/** @type {string | null} */
		this.peek = null;
		/** The card that was drawn last, until the player's next step. @type {string | undefined} */
		this.drawn = undefined;
		/** Whose discards are spread out. @type {number | null} */
		this.spread = null;
		void prepare().then(() => {
			if (!this.shown) return;
			this.#ground();
			this.#paint();
		});
	}

	/** @param {Props} view @param {Showing} how */
	show(view, { legal, animate, last, effects }) {
		this.legal = legal ?? [];
		this.last = last;
		if (view === this.view) return this.#paint();
		this.motion.stop();
		this.view = view;
		if (last?.seat === this.table.seat) this.drawn = undefined;
		this.drawn =
			effects?.findLast(({ kind, seat }) => kind === "took" && seat === this.table.seat)?.piece ?? this.drawn;
		this.#forget();
		if (!this.shown) this.#ground();
		this.#chips();
		this.#paint();
		const first = !this.shown;
		this.shown = true;
		return animate && !first && effects ? replay(this, effects) : undefined;
	}

	clear() {
		this.#forget();
		this.#paint();
	}

	/** @param {string[]} actions */
	resume([action]) {
		if (!this.legal.includes(action)) return;
		this.card = this.view.hand?.indexOf(read(action).piece) ?? -1;
		this.#suggest(action);
	}

	#forget() {
		this.card = -1;
		this.action = null;
		this.peek = null;
	}

	/** The card picked, if any. @returns {string | undefined} */
	get #picked() {
		return this.view.hand?.[this.card];
	}

	#ground() {
		/** The state of each space. @type {Map<string, string>} */
		this.codes = new Map(
			this.view.layout.flatMap((/** @type {string} */ line, /** @type {number} */ row) =>
				line.split(" ").map((code, file) => [square(file, 9 - row), code]),
			),
		);
		this.spaces = new Map([...this.codes].map(([name, code]) => [name, this.grid.put(space(code), name)]));
		this.grid.layers.ground.replaceChildren(...this.spaces.values());
		this.#cover();
	}

	/** What a chip covers fades, so that nothing sticks out from under it. */
	#cover() {
		this.spaces?.forEach((node, name) => node.classList.toggle("covered", name in this.view.chips));
	}

	#chips() {
		const { view, grid } = this;
		this.#cover();
		const locked = new Set(view.sequences.flatMap((/** @type {[number, string[]]} */ [, names]) => names));
		/** @type {Map<string, SVGGElement>} */
		this.nodes = new Map(
			Object.entries(view.chips).map(([name, team]) => [name, grid.put(chip(team, locked.has(name)), name)]),
		);
		this.bands = view.sequences.map((/** @type {[number, string[]]} */ [team, names]) =>
			this.#band(names, `claimed team-${team}`),
		);
		grid.layers.pieces.replaceChildren(...this.bands, ...this.nodes.values());
		this.lines = svg("g");
		grid.layers.over.replaceChildren(this.lines);
	}

	/** A band from the first to the last of some spaces. @param {string[]} names @param {string} kind */
	#band(names, kind) {
		const a = this.grid.centre(names[0] ?? ""),
			b = this.grid.centre(names.at(-1) ?? "");
		return svg("path", { class: `band ${kind}`, pathLength: 1, d: `M${a.x} ${a.y - 15}L${b.x} ${b.y - 15}` });
	}

	/** All that depends on what is being composed. */
	#paint() {
		const { grid, table } = this;
		const live = table.live();
		this.#piles();
		this.#hand(live);
		this.#choices(live);
		this.#marks(live);
		for (const name of SQUARES) grid.label(name, this.#label(name));
		if (live) table.status(this.#status());
	}

	/** @param {boolean} live */
	#marks(live) {
		const { view, grid } = this;
		const card = this.#picked ?? (this.peek && !this.peek.includes("-") ? this.peek : null);
		const chosen = read(this.action ?? "");
		const last = read(this.last?.action ?? "");
		const mine = (/** @type {string} */ name) => chosen.piece === card && chosen.to === name;
		grid.unmark();
		grid.mark("last", last.verb === "play" ? [last.to] : []);
		grid.mark("picked", SQUARES.filter(mine));
		if (card) {
			const spaces = this.#spaces(card);
			const kind = card === "REMOVE" ? "take" : "target";
			if (card.length === 2)
				grid.mark(
					"hint",
					SQUARES.filter((name) => this.codes?.get(name) === card),
				);
			if (live && this.#picked)
				grid.mark(
					kind,
					spaces.filter((name) => !mine(name)),
				);
		}
		const shown = chosen.verb === "claim" ? [line(chosen)] : this.peek?.includes("-") ? [this.peek] : view.claims;
		this.lines?.replaceChildren(
			...shown.map((/** @type {string} */ name) =>
				this.#band(name.split("-"), shown.length === 1 ? "choice" : "candidate"),
			),
		);
	}

	/** Where a card can be played now. @param {string} card @returns {string[]} */
	#spaces(card) {
		return this.legal.map(read).flatMap(({ verb, piece, to }) => (verb === "play" && piece === card ? [to] : []));
	}

	#piles() {
		const { view, table } = this;
		const sizes = view.hand_sizes ?? [];
		refill(
			this.piles,
			el(
				"span",
				{ class: "pile deck", title: t("deck", { n: view.deck_size }) },
				el("span", { class: "back", "aria-hidden": "true" }),
				el("span", {}, t("deck", { n: view.deck_size })),
			),
			sizes.map((/** @type {number} */ size, /** @type {number} */ seat) => {
				const top = view.discards[seat]?.at(-1);
				const words = { who: table.name(seat), n: size, top: top ? cardName(top) : t("nothing") };
				return el(
					"button",
					{
						type: "button",
						class: "pile",
						"aria-current": !view.outcome && view.turn === seat ? "true" : null,
						"aria-expanded": String(this.spread === seat),
						"aria-label": t("pile", words),
						title: t("pile", words),
						on: {
							click: () => {
								this.spread = this.spread === seat ? null : seat;
								this.#piles();
							},
						},
					},
					swatch(seat % view.teams),
					el("span", { class: "holder" }, table.name(seat)),
					el("span", { class: "back", "aria-hidden": "true" }),
					el("span", { class: "size" }, String(size)),
					el("span", { class: `topmost${top ? "" : " none"}` }, SIGN[top] ?? top ?? ""),
				);
			}),
			this.spread !== null &&
				el(
					"p",
					{ class: "spread" },
					t("discards", { who: table.name(this.spread) }),
					" ",
					view.discards[this.spread]?.join(" ") || t("nothing"),
				),
		);
	}

	/** @param {boolean} live */
	#hand(live) {
		const { view } = this;
		const focused = this.hand.contains(document.activeElement)
			? [...this.hand.children].indexOf(/** @type {Element} */ (document.activeElement))
			: -1;
		if (view.hands) return this.#allHands();
		refill(
			this.hand,
			view.hand?.map((/** @type {string} */ card, /** @type {number} */ n) => {
				const dead = view.dead.includes(card);
				const drawn = card === this.drawn && n === view.hand.lastIndexOf(card);
				const peek = (/** @type {string | null} */ what) => () => {
					this.peek = what;
					this.#marks(this.table.live());
				};
				return el(
					"button",
					{
						type: "button",
						class: `card${dead ? " dead" : ""}${drawn ? " drawn" : ""}`,
						"aria-pressed": String(n === this.card),
						"data-card": card,
						"data-drag": live ? "" : null,
						"aria-label": [cardName(card), dead && t("dead"), drawn && t("drawn")].filter(Boolean).join(", "),
						on: {
							click: () => this.#take(n),
							pointerenter: peek(card),
							pointerleave: peek(null),
							focus: peek(card),
							blur: peek(null),
						},
					},
					face(card),
					dead && el("span", { class: "stamp" }, t("dead.stamp")),
					el("span", { class: "name" }, cardName(card)),
				);
			}),
		);
		this.hand.classList.toggle("live", live);
		if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.hand.children[focused])?.focus();
	}

	/** After the end everybody's cards are seen. */
	#allHands() {
		const { view, table } = this;
		refill(
			this.hand,
			view.hands.map((/** @type {string[]} */ cards, /** @type {number} */ seat) =>
				el(
					"p",
					{ class: "shown" },
					swatch(seat % view.teams),
					` ${table.name(seat)}: `,
					cards.map((card) => cardName(card)).join(", ") || t("nothing"),
				),
			),
		);
	}

	/** What is chosen by a button: lines to claim, a card to draw, a pass. @param {boolean} live */
	#choices(live) {
		const legal = live ? this.legal : [];
		const claims = legal.filter((action) => read(action).verb === "claim");
		const peek = (/** @type {string | null} */ what) => () => {
			this.peek = what;
			this.#marks(true);
		};
		const card = this.#picked;
		const spaces = this.table.party && card?.length === 2 ? this.#spaces(card) : [];
		const exchange = card ? write("dead", { piece: card }) : "";
		const dead = legal.includes(exchange) ? exchange : null;
		refill(
			this.choices,
			claims.map((action) => {
				const name = line(read(action));
				return el(
					"button",
					{
						type: "button",
						"data-claim": name,
						"aria-pressed": String(this.action === action),
						on: {
							click: () => this.#suggest(action),
							pointerenter: peek(name),
							pointerleave: peek(null),
							focus: peek(name),
							blur: peek(null),
						},
					},
					name.replace("-", " – "),
				);
			}),
			spaces.map((name) =>
				el(
					"button",
					{
						type: "button",
						"data-space": name,
						"aria-pressed": String(this.action === play(card, name)),
						on: { click: () => this.#suggest(play(card, name)) },
					},
					t("space", { square: name }),
				),
			),
			dead &&
				el(
					"button",
					{ type: "button", on: { click: () => this.#suggest(dead) } },
					t("exchange", { card: cardName(this.#picked ?? "") }),
				),
			legal.includes("draw") &&
				el("button", { type: "button", on: { click: () => void this.table.send(["draw"]) } }, t("draw")),
			legal.includes("pass") && el("button", { type: "button", on: { click: () => this.#suggest("pass") } }, t("pass")),
		);
	}

	/** @param {string} name */
	#label(name) {
		const { view } = this;
		const team = view.chips[name];
		const locked = view.sequences.some((/** @type {[number, string[]]} */ [, names]) => names.includes(name));
		const parts = [name, cardName(this.codes?.get(name) ?? "")];
		parts.push(team === undefined ? t("open") : t("chip", { team: team + 1 }));
		if (locked) parts.push(t("locked"));
		const card = this.#picked;
		if (card && this.#spaces(card).includes(name)) parts.push(t("playable", { card: cardName(card) }));
		return parts.join(", ");
	}

	#status() {
		const { view, table } = this;
		const card = this.#picked;
		if (view.forfeits.includes(table.seat)) return t("now.forfeit");
		if (view.claims.length) return t("now.claim", { square: view.placed });
		if (view.turn !== table.seat) return t("now.draw");
		if (card && view.dead.includes(card)) return t("now.dead", { card: cardName(card) });
		if (card) return t(card.length === 2 ? "now.state" : `now.${card}`, { card: cardName(card) });
		if (this.legal.includes("pass")) return t("now.pass");
		return t(view.dead.length && !view.exchanged ? "now.exchange" : "now.any");
	}

	/** A card of the hand, by its place. @param {number} n */
	#take(n) {
		const { view, table } = this;
		if (!table.live()) return;
		if (view.forfeits.includes(table.seat)) {
			this.card = n;
			return this.#suggest(write("forfeit", { piece: view.hand[n] }));
		}
		const again = this.card === n;
		this.#drop();
		this.card = again ? -1 : n;
		const card = this.#picked;
		if (card && view.dead.includes(card) && view.exchanged) void table.why(write("dead", { piece: card }));
		this.#paint();
	}

	#drop() {
		if (this.action) this.table.propose([]);
		this.#forget();
	}

	#cancel() {
		this.#drop();
		this.#paint();
	}

	/** @param {string | null} name */
	#point(name) {
		const code = name && this.codes?.get(name);
		for (const button of this.hand.children) button.classList.toggle("fits", button.getAttribute("data-card") === code);
	}

	/** @param {string} name */
	#pick(name) {
		const { table, view } = this;
		if (!table.live()) return;
		if (view.claims.length) return void this.#claim(name);
		const code = this.codes?.get(name) ?? "";
		if (!this.#picked && this.legal.includes(play(code, name))) this.card = view.hand.indexOf(code);
		const card = this.#picked;
		if (card) return this.#suggest(play(card, name));
		if (view.hand?.includes(code) || !this.legal.some((action) => read(action).to === name))
			return void table.why(play(code, name));
		table.explain(t("choose"), "SQ-4");
	}

	/** A space of the lines that could be claimed: enough if only one of them holds it. @param {string} name */
	async #claim(name) {
		const { view } = this;
		const holding = await this.table.legal(name);
		if (!holding || view !== this.view) return;
		if (holding.length === 1) return this.#suggest(holding[0]);
		this.table.explain(t(holding.length ? "several" : "elsewhere", { square: name }), "SQ-10");
	}

	/** Chosen again, it is sent. @param {string} action */
	#suggest(action) {
		const { table } = this;
		if (!this.legal.includes(action)) return void table.why(action);
		if (this.action === action) return void table.send([action]);
		this.action = action;
		this.#paint();
		table.propose([action]);
	}
}

/** @type {BoardModule} */
export const board = { create: (host, table) => new Sequence(host, table) };

/** @param {string} action */
export function describe(action) {
	const { verb, piece, from, to, number } = read(action);
	const card = cardName(piece);
	if (verb === "play") return t(piece.length === 2 ? "plays" : `plays.${piece}`, { card, square: to });
	return t(`does.${verb}`, { card, line: `${from}–${to}`, team: Number(number) + 1 });
}

/** @param {Props} view @returns {{label: string, seat?: number, value: string | number}[]} */
export function summary(view) {
	return Array.from({ length: view.teams }, (_, team) => ({
		label: t("team", { team: team + 1 }),
		seat: team,
		value: t(`claimed.${view.teams}`, {
			n: view.sequences.filter((/** @type {[number]} */ [of]) => of === team).length,
		}),
	}));
}

/** The card that is played, exchanged or given up. @type {BoardFile["held"]} */
export const held = (action) => {
	const { piece } = read(action);
	return piece && `[data-card=${piece}]`;
};

/** SQ-15: a team may be fined for table talk. @type {BoardFile["referee"]} */
export const referee = (sides) =>
	sides.map((team) => ({ action: write("penalty", { number: team }), label: t("referee.penalty", { n: team + 1 }) }));
