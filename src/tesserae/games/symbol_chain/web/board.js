// @ts-check
/** Symbol Chain: tiles that lie face down, a sequence to find among them, stacks to take from. */
import { notation } from "/static/js/actions.js";
import { el, refill, svg } from "/static/js/dom.js";
import { HandBoard, ground, rove, squares } from "/static/js/boards/hands.js";
import { CELL, swatch } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";
import { drawing, faceName, faces, glyph, side } from "./draw.js";
import { STACKS, others } from "./others.js";

/** A tile on the board: whose it is as far as its back tells, and the face that is seen.
 * @typedef {{back: number | null, face: string | null, node: HTMLElement}} Tile */
/** @typedef {[string | null, number | null]} Shown what is seen of a tile: its face, and whose it is */

const t = texts("symbol_chain");
const { read, write } = notation("symbol_chain");
const SQUARES = squares(7, 7);
const HOLD = 1500; // how long the tiles of a turn that has ended stay up, for all to see
const TURN = 480; // how long a tile takes to turn over

class SymbolChain extends HandBoard {
	/** @param {HTMLElement} host @param {Table} table */
	constructor(host, table) {
		super(host, table, "symbol-chain", {
			files: 7,
			ranks: 7,
			flipped: table.flipped,
			label: t("board"),
			pick: (name) => this.#pick(name),
			point: (name) => this.#point(name),
			cancel: () => this.#cancel(),
		});
		this.grid.layers.ground.append(...SQUARES.map((name) => this.grid.put(ground(name), name)));
		const { x, width, height } = this.grid.svg.viewBox.baseVal;
		/** HTML exactly over the squares: SVG cannot turn things round. Clicks go through it. */
		this.overlay = el("div", {
			class: "overlay",
			"aria-hidden": "true",
			style: { left: `${(-100 * x) / width}%`, bottom: `${(-100 * x) / height}%` },
		});
		this.grid.root.append(this.overlay);
		this.chain = el("div", { class: "chain" });
		this.stacks = el("div", { class: "stacks hand", role: "toolbar", "aria-label": t("stacks") });
		this.others = el("div", { class: "others" });
		rove(this.stacks);
		host.style.setProperty("--others", String(table.seats - 1));
		host.append(this.chain, this.grid.root, this.stacks, this.others);
		/** @type {View | null} */
		this.view = null;
		/** The tiles on the board as they are drawn. @type {Map<string, Tile>} */
		this.tiles = new Map();
		/** What is picked and not done yet: a stack to take from, or the square to place or lay a tile on. */
		this.plan = "";
		this.sent = false; // a flip is on its way
		/** What may be done. @type {string[]} */
		this.legal = [];
		/** The latest view given, as text, which may still wait for those before it; and the one that is drawn. */
		this.newest = this.drawn = "";
		/** @type {Promise<void>} */
		this.queue = Promise.resolve();
		this.moment = 0; // grows when what is under way is dropped
		/** Ends the present wait early. */
		this.hurry = () => {};
	}

	/** Views that animate are shown one after the other: what lay open for a moment is what the game is about.
	 * @param {View} view @param {Showing} how */
	show(view, { animate, last, legal, effects = [] }) {
		this.legal = legal ?? [];
		const content = JSON.stringify({ ...view, seat: null }); // all seats see the same
		if (content === this.newest) {
			this.#paint();
			return this.queue;
		}
		this.newest = content;
		if (!animate || !this.view) this.#stop();
		const moment = this.moment;
		this.queue = this.queue.then(() =>
			moment === this.moment ? this.#become(view, content, last, animate, effects) : undefined,
		);
		return this.queue;
	}

	/** Whether what is drawn is the latest that was given. */
	get #caughtUp() {
		return this.drawn === this.newest;
	}

	/** Whatever is under way or waits to be shown is dropped. */
	#stop() {
		this.moment++;
		this.hurry();
		this.motion.stop();
		this.queue = Promise.resolve();
	}

	/** @param {View} view
	 * @param {string} content @param {Made | null} last @param {boolean} animate @param {Effect[]} effects */
	async #become(view, content, last, animate, effects) {
		const before = this.view;
		this.view = view;
		this.drawn = content;
		this.last = last;
		this.plan = "";
		this.sent = false;
		this.#paint();
		if (!animate || !before) {
			for (const name of this.tiles.keys()) this.#remove(name);
			return this.#lay(new Map(), false);
		}
		// Another tile may lie there now.
		for (const { kind, square = "" } of effects) if (kind === "removed") this.#remove(square);
		return effects.some(({ cause }) => cause === "down") ? this.#finish(effects) : this.#lay(new Map(), true);
	}

	/** A turn has ended: its tiles are seen once more, the one that was lifted too, then they go face down.
	 * @param {Effect[]} effects */
	async #finish(effects) {
		const { moment } = this;
		/** @type {Map<string, Shown>} */
		const open = new Map();
		for (const { kind, square = "", piece, pieces, owner } of effects)
			if (kind === "turned" || kind === "placed") open.set(square, [piece ?? pieces ?? null, owner ?? null]);
		await this.#lay(open, true);
		if (moment !== this.moment) return;
		const wrong = this.tiles.get(effects.find(({ cause }) => cause === "wrong")?.square ?? "");
		wrong?.node.classList.add("wrong");
		await new Promise((resolve) => {
			const timer = setTimeout(resolve, HOLD);
			this.hurry = () => {
				clearTimeout(timer);
				resolve(null);
			};
		});
		wrong?.node.classList.remove("wrong");
		if (moment === this.moment) await this.#lay(new Map(), true);
	}

	draft() {
		return this.plan && this.view ? [write(this.view.step, { to: this.plan, number: this.plan })] : [];
	}

	clear() {
		this.plan = "";
		this.#paint();
	}

	/** @param {string[]} actions */
	resume([action]) {
		const { to, number } = read(action);
		if (this.legal.includes(action)) this.#plan(to || number);
	}

	destroy() {
		this.#stop();
		super.destroy();
	}

	/** @param {HTMLElement} node @param {string} name */
	#where(node, name) {
		const { x, y } = this.grid.centre(name);
		node.style.left = `${(x - CELL / 2) / 7}%`;
		node.style.top = `${(y - CELL / 2) / 7}%`;
	}

	/** @param {string} name */
	#remove(name) {
		this.tiles.get(name)?.node.remove();
		this.tiles.delete(name);
	}

	/** The tiles of the view, with some open that it does not show (any more); those that change turn over.
	 * @param {Map<string, Shown>} open @param {boolean} animate */
	async #lay(open, animate) {
		const { tiles, view } = this;
		if (!view) return;
		const turning = [];
		const owners = view.options.backs === "owner";
		for (const [name, tile] of tiles) {
			if (!(name in view.board) || (owners && view.board[name][1] !== tile.back)) this.#remove(name);
		}
		for (const [name, shown] of /** @type {[string, Shown][]} */ (Object.entries(view.board))) {
			const [face, owner] = open.get(name) ?? shown;
			const tile = tiles.get(name) ?? this.#add(name, owners ? owner : null, animate);
			tile.node.classList.toggle("found", view.flipped.includes(name));
			if (tile.face === face) continue;
			turning.push(this.#turn(tile, face, owner, animate, turning.length * 40));
		}
		await Promise.all(turning);
	}

	/** @param {string} name @param {number | null} back @param {boolean} animate @returns {Tile} */
	#add(name, back, animate) {
		const node = el("div", { class: "tile", "data-tile": name }, side(back, null));
		/** @type {Tile} */
		const tile = { back, face: null, node };
		this.#where(node, name);
		this.overlay.append(node);
		this.tiles.set(name, tile);
		if (animate)
			void this.motion.play(
				node,
				[
					{ transform: "scale(1.6)", opacity: 0 },
					{ transform: "none", opacity: 1 },
				],
				420,
				200,
			);
		return tile;
	}

	/** A tile turns over. Its face is in the page only while it is seen.
	 * @param {Tile} tile @param {string | null} face @param {number | null} owner @param {boolean} animate @param
	 * {number} delay */
	async #turn(tile, face, owner, animate, delay) {
		const { node } = tile;
		const up = face !== null;
		tile.face = face;
		if (face) {
			node.querySelector(".front")?.remove();
			node.append(side(owner, face));
		}
		node.classList.toggle("up", up);
		const [from, to] = up ? [0, 180] : [180, 360];
		if (animate) {
			await this.motion.play(
				node,
				[
					{ transform: `perspective(500px) rotateY(${from}deg)` },
					{ transform: `perspective(500px) translateZ(50px) rotateY(${(from + to) / 2}deg)` },
					{ transform: `perspective(500px) rotateY(${to}deg)` },
				],
				TURN,
				delay,
			);
		}
		if (tile.face === null) node.querySelector(".front")?.remove();
	}

	#paint() {
		const { view, table, grid } = this;
		if (!view) return;
		const live = table.live() && this.#caughtUp;
		this.#chain(view, live);
		this.#stacks(view, live);
		refill(this.others, others(view, table, this.#near(view)));
		grid.unmark();
		grid.mark("last", this.#lastSquares(view));
		grid.mark(
			"picked",
			SQUARES.filter((name) => name === this.plan),
		);
		const targets = live && view.step === "lay" ? this.legal.map((action) => read(action).to) : [];
		grid.mark("target", targets);
		for (const name of SQUARES) grid.label(name, this.#label(view, name, targets));
		if (table.live()) table.status(live ? this.#status(view) : t("now.watch"));
	}

	/** The sequence to complete, or what became of the last one; or the tile that was lifted.
	 * @param {View} view @param {boolean} live */
	#chain(view, live) {
		const { table } = this;
		if (view.lifted) {
			const [face, owner] = view.lifted;
			const whose = owner === null ? t("start") : t("owner", { who: table.name(owner) });
			return refill(
				this.chain,
				el("p", {}, swatch(view.turn), " ", t("lifted", { face: faceName(face), whose })),
				el(
					"span",
					{ class: "lifted", "aria-hidden": "true", "data-drag": live ? "" : null },
					svg("svg", { viewBox: "-50 -50 100 100" }, drawing(owner, face)),
				),
			);
		}
		const ended = view.taken ? null : view.last;
		const tile = view.taken ?? ended?.taken ?? null;
		const done = ended ? ended.flipped.length - (ended.right ? 0 : 1) : view.flipped.length;
		const seat = ended?.seat ?? view.turn;
		const words = { who: table.name(seat), n: done, length: faces(tile).length };
		const say = !tile
			? view.begun
				? ""
				: this.#looking(view)
			: ended
				? t(ended.right ? "completed" : "missed", words)
				: t("seeks", words);
		refill(
			this.chain,
			el("p", {}, tile && swatch(seat), " ", say, view.options.match === "shape" && tile ? ` ${t("shapes")}` : ""),
			tile &&
				el(
					"span",
					{
						class: "own",
						role: "img",
						"aria-label": t("own", { face: faceName(tile[0]) }),
						"data-drag": live && view.step === "place" ? "" : null,
					},
					svg("svg", { viewBox: "-50 -50 100 100" }, drawing(seat, tile[0])),
				),
			tile &&
				el(
					"ol",
					{},
					faces(tile).map((face, n) => {
						const missed = ended && !ended.right && n === done;
						const kind = n < done ? "done" : missed ? "missed" : n === done && !ended ? "next" : "";
						return el(
							"li",
							{ class: kind, "aria-label": faceName(face), "aria-current": kind === "next" ? "step" : null },
							glyph(face),
						);
					}),
				),
		);
	}

	/** Before the first turn: until when the tiles lie open, and who is ready. @param {View} view */
	#looking(view) {
		const { party, seats } = this.table;
		const ready = view.ready.map((/** @type {number} */ seat) => this.table.name(seat));
		if (!ready.length) return t("memorise");
		const names = party || ready.length < 3; // a phone has no room for more
		const said = names ? t("ready.names", { names: ready.join(", ") }) : t("ready.count", { n: ready.length, seats });
		return `${t("memorise")} ${said}`;
	}

	/** The own five stacks, or those of the player to move for a spectator. @param {View} view @param {boolean} live */
	#stacks(view, live) {
		const mine = this.#near(view);
		const focused = this.stacks.contains(document.activeElement)
			? [...this.stacks.children].indexOf(/** @type {Element} */ (document.activeElement))
			: -1;
		refill(
			this.stacks,
			STACKS.map((number) => {
				const stack = view.stacks[mine][number];
				const top = stack.at(-1) ?? null;
				const words = { number, n: stack.length };
				const label = [t("stack", words)];
				const sequence = faces(top)
					.map((face) => faceName(face))
					.join(", ");
				if (top) label.push(t("top", { face: faceName(top[0]), sequence }));
				return el(
					"button",
					{
						type: "button",
						class: `stack${stack.length ? "" : " empty"}`,
						"data-stack": number,
						"data-drag": live && view.step === "take" ? "whole" : null,
						"aria-label": label.join("; "),
						"aria-pressed": String(view.step === "take" && this.plan === number),
						on: { click: () => this.#take(number) },
					},
					el("span", { class: "pile" }, stack.length > 0 && side(mine, top ? top[0] : null)),
					el("span", { class: "about" }, el("b", {}, number), el("small", {}, `× ${stack.length}`)),
					top &&
						el(
							"span",
							{ class: "reading" },
							faces(top).map((face) => glyph(face)),
						),
				);
			}),
			view.step === "pass" &&
				live &&
				el("button", { type: "button", class: "pass", on: { click: () => this.table.propose(["pass"]) } }, t("pass")),
			view.step === "ready" &&
				live &&
				el(
					"button",
					{ type: "button", class: "pass primary", "data-ready": "", on: { click: () => this.table.send(["ready"]) } },
					t("ready"),
				),
		);
		this.stacks.classList.toggle("live", live && view.step === "take");
		if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.stacks.children[focused])?.focus();
	}

	/** Whose stacks lie below the board. @param {View} view @returns {number} */
	#near(view) {
		return this.table.seat ?? view.turn;
	}

	/** @param {View} view */
	#lastSquares(view) {
		return read(this.last?.action ?? "").squares.filter((name) => name in view.board);
	}

	/** @param {View} view @param {string} name @param {string[]} targets */
	#label(view, name, targets) {
		const { table } = this;
		const tile = view.board[name];
		if (!tile) return [name, t("empty"), ...(targets.includes(name) ? [t("target")] : [])].join(", ");
		const [face, owner] = tile;
		const whose = owner === null ? t("start") : t("owner", { who: table.name(owner) });
		return [name, face ? faceName(face) : t("down"), ...(face || view.options.backs === "owner" ? [whose] : [])].join(
			", ",
		);
	}

	/** @param {View} view */
	#status(view) {
		if (view.step === "flip") {
			const next = faces(view.taken)[view.flipped.length] ?? "";
			return t("now.flip", { face: faceName(next) });
		}
		if (view.step === "lay") return t("now.lay", { face: faceName(view.lifted[0]) });
		return t(`now.${view.step}`);
	}

	/** @param {string} number */
	#take(number) {
		const { table } = this;
		if (!table.live()) return;
		this.hurry();
		const action = write("take", { number });
		if (!this.legal.includes(action)) return void table.why(action);
		this.#plan(number);
	}

	/** Picked once it is proposed, picked again it is done. @param {string} what */
	#plan(what) {
		if (this.plan === what) return void this.table.send(this.draft());
		this.plan = what;
		this.#paint();
		this.table.propose(this.draft());
	}

	/** @param {string | null} name */
	#point(name) {
		for (const [other, { node }] of this.tiles) node.classList.toggle("pointed", other === name);
	}

	#cancel() {
		if (this.draft().length) this.table.propose([]);
		this.clear();
	}

	/** @param {string} name */
	#pick(name) {
		const { view, table } = this;
		if (!view || !table.live() || this.sent) return;
		this.hurry();
		if (!this.#caughtUp) return;
		const verb = ["place", "lay"].includes(view.step) ? view.step : "flip";
		const action = write(verb, { to: name });
		if (!this.legal.includes(action)) return void table.why(action);
		if (verb === "flip") return void this.#flip(name, action);
		this.#plan(name);
	}

	/** @param {string} name @param {string} action */
	async #flip(name, action) {
		this.sent = true;
		this.tiles.get(name)?.node.classList.add("pointed");
		if (!(await this.table.send([action]))) this.sent = false;
	}
}

/** @type {BoardModule} */
export const board = { create: (host, table) => new SymbolChain(host, table) };

/** @param {string} action */
export function describe(action) {
	const { verb, number, to } = read(action);
	return t(`does.${verb}`, { number, square: to });
}

/** @param {View} view @returns {{label: string, seat?: number, value: string | number}[]} */
export function summary(view) {
	const owners = Object.values(view.board).map(([, owner]) => owner);
	const told = view.options.backs === "owner" || view.options.memory_aid || view.outcome; // whose the tiles are
	return view.scores.map((/** @type {number} */ n, /** @type {number} */ seat) => ({
		label: t("player", { n: seat + 1 }),
		seat,
		value: told ? t("score", { n, tiles: owners.filter((owner) => owner === seat).length }) : t("points", { n }),
	}));
}

/** The stack that is taken from. @type {BoardFile["held"]} */
export const held = (action) => {
	const { number } = read(action);
	return number && `[data-stack="${number}"]`;
};
