// @ts-check
/** The board of Symbol: a turn is composed step by step, each step staged by the server and shown with what it does. */
/** @import { Deed, Picked, Reach } from "./types.js" */

import { renew } from "/static/js/dom.js";
import { tellAll } from "/static/js/effects.js";
import { t } from "./texts.js";
import { Screen } from "./screen.js";
import { aimsOf, ORDER, pile, read, without, write } from "./squares.js";
import { abilities, drawDeeds, drawReserve } from "./tray.js";
import { Turn } from "./turn.js";
import { brings, describe, names, summary } from "./words.js";

export { brings, describe, summary };
/** The army builder, which few tables need. @type {BoardFile["builder"]} */
export const builder = (hosts, options, change) => {
	void import("./army.js").then((army) => army.builder(hosts, options, change));
};

/** A piece of the reserve. @type {BoardFile["held"]} */
export const held = (action) => {
	const { verb, piece } = read(action);
	return verb === "place" ? `.piece-of[data-key=${piece}]` : null;
};

/** A piece of the reserve comes to a square. @param {string | null} piece @param {string} to */
const place = (piece, to) => write("place", { piece: piece ?? "", to });

/** @type {BoardModule} */
export const board = { create: (host, table) => new SymbolBoard(host, table) };

class SymbolBoard {
	/** @type {Picked | null} */ picked = null; // the stack in use
	/** @type {string | null} */ hand = null; // the reserve piece in hand
	/** @type {string[]} */ ways = []; // to reach the target that was picked, if there are several
	/** @type {string | null} */ looked = null; // the square under the lens
	/** @type {string[]} */ touched = []; // by the last turn so far
	/** @type {MouseEvent | null} */ click = null; // under way
	/** @type {typeof import("./lens.js").lens | null} */ lens = null; // once it is needed
	foreseen = ""; // the action whose effects are shown
	foretold = ""; // what would be lost by it, if it explodes something
	/** @type {Promise<boolean> | null} */ staging = null; // a step that the server has not answered yet
	/** Where stacks of the present position could go, as far as that was asked. @type {Map<string, Reach>} */
	reached = new Map();
	news = 0; // how often the game has gone on without us

	/** @param {HTMLElement} host @param {Table} table */
	constructor(host, table) {
		this.table = table;
		this.turn = new Turn(table);
		/** @type {Screen} */
		this.screen = new Screen(host, table, {
			pick: (square) => {
				const { click } = this;
				this.click = null;
				return this.soon(() => this.pick(square, click));
			},
			drags: (square) => Boolean(this.live && pile(this.turn.now, square, this.turn.seat)),
			point: (square) => this.point(square),
			cancel: () => this.soon(() => this.back()),
		});
		const { svg } = this.screen.grid;
		svg.addEventListener("click", (event) => (this.click = event.detail ? event : null), true);
		svg.addEventListener("keydown", (event) => this.type(event));
	}

	get grid() {
		return this.screen.grid;
	}

	/** @param {import("./types.js").View} view @param {Showing} how */
	async show(view, { legal, animate, last, effects }) {
		const { turn, screen } = this;
		const before = turn.base;
		const news = turn.show(view, legal, last?.action);
		if (news === "news") {
			this.news++;
			this.reached.clear();
			this.drop();
		}
		this.render();
		if (news === "same" || turn.steps.length) return;
		const sequel = before?.step && view.turns - before.turns <= 1 && view.turns >= before.turns;
		this.touched = [...(sequel ? this.touched : []), ...read(last?.action ?? "").squares];
		screen.grid.mark("last", new Set(this.touched));
		await screen.draw(view, animate && before && news === "news" ? (effects ?? null) : null);
	}

	clear() {
		this.turn.clear();
		this.drop();
		this.render();
		void this.screen.draw(this.turn.base, null);
	}

	destroy() {
		this.screen.destroy();
	}

	get live() {
		return this.table.live() && this.turn.open;
	}

	/** While a step is being staged, input waits and is applied after it; if the game has moved on, it is dropped.
	 * @param {() => unknown} does @returns {unknown} */
	soon(does) {
		const { news, staging } = this;
		return staging ? staging.then(() => news === this.news && this.soon(does)) : does();
	}

	/** Stage these steps instead of those before; if they are refused, the page says why.
	 * @param {string[]} steps @param {() => void} then */
	stage(steps, then) {
		this.staging = this.turn.set(steps).then((done) => {
			this.staging = null;
			if (done) then();
			return done;
		});
	}

	/** Put back what is in hand. */
	drop() {
		this.picked = this.hand = this.looked = null;
		this.ways = [];
		this.foresee("");
	}

	/** Escape: one thing less. */
	back() {
		if (this.ways.length) this.ways = [];
		else if (this.picked || this.hand || this.looked) this.drop();
		else if (this.turn.steps.length) return this.undo();
		this.render();
	}

	undo() {
		this.restage(this.turn.steps.slice(0, -1));
	}

	/** @param {string[]} actions */
	resume(actions) {
		this.restage(actions.filter((action) => read(action).verb !== "end"));
	}

	/** @param {string[]} steps */
	restage(steps) {
		const { turn, screen } = this;
		this.stage(steps, () => {
			this.table.propose([]);
			this.drop();
			this.offer();
			this.render();
			const action = steps.at(-1);
			void screen.draw(turn.now, action ? (turn.effects.at(-1) ?? null) : null, action);
		});
	}

	/** Take one more step. @param {string} action */
	choose(action) {
		const { turn, hand, screen } = this;
		this.stage([...turn.steps, action], () => {
			this.drop();
			const { allowance, reserve, step } = turn.now;
			if (turn.open && hand && allowance && reserve[turn.seat].includes(hand)) this.hand = hand;
			else if (turn.open && step && !step.moved && !step.exploded) void this.take(step.square);
			this.render();
			this.offer();
			void screen.draw(turn.now, turn.effects.at(-1) ?? null, action);
		});
	}

	/** What is staged is offered to be sent; a turn that could go on is closed with it. */
	offer() {
		const { steps, open } = this.turn;
		if (!steps.length) return;
		if (open && !this.table.confirms) return this.table.keep(steps);
		const end = open ? [write("end")] : [];
		this.table.propose([...steps, ...end], this.turn.told());
	}

	/** @param {string} square @param {MouseEvent | null} click @returns {Promise<void>} */
	async pick(square, click) {
		const { turn, picked } = this;
		if (!this.live) return this.look(square);
		if (!turn.king) return this.choose(place("K", square));
		if (this.hand) return this.choose(place(this.hand, square));
		if (!picked) return pile(turn.now, square, turn.seat) ? this.take(square) : this.look(square);
		if (square === picked.square) return this.again(click);
		if (!picked.list) await this.learn(picked); // it was dragged, and dropped at once
		if (picked !== this.picked) return;
		const way = this.ways.find((action) => read(action).to === square);
		if (way) return this.choose(way);
		const ways = this.waysTo(square);
		if (ways.length === 1) return this.choose(ways[0]);
		if (ways.length) {
			this.ways = ways;
			this.render();
			return this.foresee(ways[0]);
		}
		if (pile(turn.now, square, turn.seat) && !turn.now.step) return this.take(square);
		const part = this.part(); // that is refused, with the reason
		const { square: from } = picked;
		this.choose(part ? write("move", { from, piece: part, to: square }) : write("strike", { from, target: square }));
	}

	/** Use the stack of a square, all of it at first. @param {string} square */
	async take(square) {
		const { step } = this.turn.now;
		const elsewhere = write("strike", { from: square, target: square }); // refused with the reason
		if (step && step.square !== square) return this.choose(elsewhere);
		if (step?.moved || step?.exploded) return this.look(square);
		const stood = step?.stood ?? pile(this.turn.now, square, this.turn.seat);
		this.drop();
		/** @type {Picked} */
		const picked = (this.picked = { square, stood, chosen: [...stood].map(() => true), list: null, whole: true });
		this.looked = square;
		this.render();
		await this.learn(picked);
	}

	/** Ask what the stack in use may do. @param {Picked} picked */
	async learn(picked) {
		const part = this.part();
		const found = await this.turn.actions(picked.square, part);
		if (this.picked !== picked || this.part() !== part) return;
		Object.assign(picked, found);
		this.render();
	}

	/** A second click on the stack in use keeps or leaves one of its pieces, or puts the stack back.
	 * @param {MouseEvent | null} click */
	again(click) {
		const { square } = /** @type {Picked} */ (this.picked);
		const letter = click && this.screen.colourAt(square, pile(this.turn.now, square, this.turn.seat), click);
		if (letter) return this.toggle(letter);
		this.drop();
		this.render();
	}

	/** Leave one piece of a colour behind, or if all are, take all; or turn just one. @param {string | number} which */
	toggle(which) {
		if (!this.picked) return;
		const { stood, chosen } = this.picked;
		if (typeof which === "number") chosen[which] = !chosen[which];
		else {
			const same = [...stood].flatMap((letter, n) => (letter === which ? [n] : []));
			const kept = same.find((n) => chosen[n]);
			for (const n of kept === undefined ? same : [kept]) chosen[n] = kept === undefined;
		}
		this.ways = [];
		if (!this.picked.whole) {
			this.picked.list = null;
			void this.learn(this.picked);
		}
		this.render();
	}

	/** The letters of the pieces do the same; without a stack in use they take a piece of the reserve.
	 * @param {KeyboardEvent} event */
	type(event) {
		const letter = event.key.toUpperCase();
		if (event.ctrlKey || event.altKey || event.metaKey || letter.length > 1 || !ORDER.includes(letter) || !this.live)
			return;
		this.soon(() => {
			if (this.picked) this.toggle(letter);
			else if (this.turn.king) this.grasp(letter);
		});
	}

	/** A piece of the reserve is taken in hand, or put back. @param {string} letter */
	grasp(letter) {
		if (!this.turn.king) return; // it is the king's turn, wherever it is put
		const hand = this.hand === letter ? null : letter;
		this.drop();
		if (hand && !this.rooms(hand).length)
			this.choose(place(hand, this.turn.king)); // refused with the reason
		else this.hand = hand;
		this.render();
	}

	/** The squares where a reserve piece may go, as far as is known. @param {string} letter */
	rooms(letter) {
		const { legal, now, king } = this.turn;
		if (legal)
			return legal.map(read).flatMap(({ verb, piece, to }) => (verb === "place" && piece === letter ? [to] : []));
		return (now.allowance && this.reach(king)?.room?.[letter]) || [];
	}

	/** Where the stack of a square could go if it were its turn; null until the server has said so, and then all is drawn
	 * again.
	 * @param {string} square @returns {Reach | null} */
	reach(square) {
		const { base, now } = this.turn;
		if (base.outcome || base.board[square]?.join() !== now.board[square]?.join()) return null;
		const known = this.reached.get(square);
		if (known) return known;
		const { news } = this;
		this.reached.set(square, {});
		void this.table.inspect(square).then((answer) => {
			if (news !== this.news) return;
			this.reached.set(square, answer);
			this.render();
		});
		return null;
	}

	/** @param {string} square */
	look(square) {
		this.looked = this.looked === square || !this.turn.now.board[square] ? null : square;
		this.render();
	}

	part() {
		const { stood, chosen } = /** @type {Picked} */ (this.picked);
		return [...stood].filter((_, n) => chosen[n]).join("");
	}

	/** The legal movements of the part in use, with the strikes on the spot, which name none. */
	options() {
		if (!this.picked) return [];
		const { square, list } = this.picked;
		const part = this.part();
		return (
			list?.filter((action) => {
				const { verb, from, piece } = read(action);
				return from === square && (piece ? piece === part : verb === "strike");
			}) ?? []
		);
	}

	/** @param {string} square */
	waysTo(square) {
		return this.options().filter((action) => (read(action).target || read(action).to) === square);
	}

	/** The mouse or the focus is on a square. @param {string | null} square */
	point(square) {
		if (!this.turn.base) return;
		if (!this.live || !(this.picked || this.hand))
			return this.drawLens(square && this.turn.now.board[square] ? square : this.looked);
		const fits = square && this.hand && this.rooms(this.hand).includes(square);
		const ways = fits ? [place(this.hand, square)] : square ? this.waysTo(square) : [];
		this.foresee(ways[0] ?? this.ways[0] ?? "");
	}

	/** Show what an action would do, as the server says. @param {string} action */
	foresee(action) {
		if (this.foreseen === action) return;
		this.foreseen = action;
		this.screen.foresee();
		this.foretell([]);
		if (!action) return;
		const { turn } = this;
		const { now, steps } = turn;
		void turn.stage([...steps, action]).then((answer) => {
			if (!answer || this.foreseen !== action || turn.now !== now) return;
			this.screen.foresee(action, answer.effects[steps.length]);
			this.foretell(answer.effects[steps.length]);
		});
	}

	/** Say what an explosion would take with it, of either side. @param {Effect[]} effects */
	foretell(effects) {
		const blast = effects.some(({ kind }) => kind === "exploded");
		const before = this.foretold;
		this.foretold = blast ? tellAll("symbol", effects, (seat) => this.table.name(seat)) : "";
		if (this.foretold !== before && this.live) this.table.status(this.status());
	}

	/** @param {string | null} square */
	drawLens(square) {
		const { turn, table, picked, screen, hand } = this;
		const { now, seat } = turn;
		/** @type {import("./types.js").Choice | undefined} */
		const choice =
			this.live && picked
				? {
						...picked,
						added: without(pile(now, picked.square, seat), picked.stood),
						toggle: (n) => this.soon(() => this.toggle(n)),
					}
				: undefined;
		const at = choice?.square ?? square;
		screen.fade(choice?.square ?? "", choice ? without(choice.stood, this.part()) : "");
		const crowning = this.live && !turn.king;
		const usable = Boolean(choice || hand || crowning);
		const reached = !usable && at && now.board[at] ? this.reach(at) : null;
		/** @type {Reach} */
		const aims = choice ? aimsOf(now, seat, this.options()) : {};
		if (at && !this.lens) void this.fetchLens();
		renew(
			screen.lens,
			at && this.lens
				? this.lens(now, at, table.mine, choice ? aims : reached, choice)
				: abilities([...ORDER], table.mine.length === 1 ? table.mine[0] : turn.seat),
		);
		if (hand) aims.moves = this.rooms(hand);
		else if (crowning) aims.moves = (turn.legal ?? []).map((action) => read(action).to);
		screen.aim(
			now,
			reached ?? aims,
			this.ways.map((action) => read(action).to || read(action).from),
			choice?.square ?? "",
			!usable,
		);
		if (at === this.looked) screen.label(now, usable ? aims : null, choice?.square ?? "", table.mine);
	}

	async fetchLens() {
		const { lens } = await import("./lens.js");
		if (this.lens) return;
		this.lens = lens;
		this.render();
	}

	/** @returns {Deed[]} what can be done besides picking squares */
	deeds() {
		const { table, turn } = this;
		const { steps, now, open, legal } = turn;
		if (!table.live()) return [];
		/** @type {(key: string, action: string, name: string) => Deed} */
		const step = (key, action, name) => {
			const { from, target, to } = read(action);
			return {
				key,
				label: t(name, { square: target || from, to: to || from }),
				press: () => this.choose(action),
				point: (on) => this.foresee(on ? action : ""),
			};
		};
		const deeds = this.ways.map((action) => step(action, action, read(action).target ? "deed.strike" : "deed.take"));
		const { blast } = this;
		if (open && blast) deeds.push({ ...step("explode", blast, "deed.explode"), primary: true });
		const pass = write("pass");
		if (!steps.length && legal?.includes(pass)) deeds.push({ ...step("pass", pass, "deed.pass"), primary: true });
		if (steps.length) deeds.push({ key: "undo", label: t("deed.undo"), press: () => this.undo() });
		if (open && now.step && !(steps.length && this.table.confirms))
			deeds.push({
				key: "end",
				label: t("deed.end"),
				press: () => void table.send([...turn.steps, write("end")]),
				primary: true,
			});
		return deeds;
	}

	/** The explosion that could be chosen now, of the stack in use or after the steps so far. */
	get blast() {
		const { picked, turn } = this;
		const { legal, steps } = turn;
		return (steps.length ? legal : (picked?.list ?? legal))?.find(
			(action) => read(action).verb === "explode" && (steps.length || picked),
		);
	}

	/** What can be done now, in a sentence. */
	status() {
		const { hand, turn } = this;
		const { allowance, edition, step } = turn.now;
		const square = step?.square;
		if (!turn.open) return turn.steps.length ? t("now.whole") : "";
		if (this.foretold) return this.foretold;
		if (!turn.king) return t("now.king");
		if (hand && square) return t("now.again", { piece: names(hand), n: allowance, square });
		if (hand) return t("now.hand", { piece: names(hand) });
		if (this.ways.length) return t("now.ways");
		if (this.picked) return [square && t("now.added", { square }), this.choosing()].filter(Boolean).join(" ");
		if (step) return t(allowance ? "now.more" : "now.end", { n: allowance });
		return t(edition === "simple" ? "now.simple" : "now.full", { n: allowance });
	}

	/** What the stack in use can do, in a sentence. */
	choosing() {
		const { list, stood } = /** @type {Picked} */ (this.picked);
		const part = this.part();
		const words = { n: part.length, pieces: names(part) };
		if (!part) return t("now.none");
		const stuck = list && !this.options().length;
		const black = this.blast && part.includes("D");
		if (stuck && black) return t("now.explode");
		const told = t(stuck ? "now.stuck" : stood.length > 1 ? "now.part" : "now.piece", words);
		return black ? `${told} ${t("now.black")}` : told;
	}

	/** Everything around the pieces: reserves, tray, marks and labels. */
	render() {
		const { table, turn, screen } = this;
		for (const seat of [0, 1])
			drawReserve(
				screen.reserves[seat],
				turn.now,
				seat,
				table.name(seat),
				seat === turn.seat && turn.open && turn.king && turn.base.actors.includes(seat) ? turn.now.allowance : 0,
				this.hand,
				this.live && seat === turn.seat ? (letter) => this.soon(() => this.grasp(letter)) : null,
			);
		drawDeeds(
			screen.deeds,
			this.deeds().map((deed) => ({ ...deed, press: () => this.soon(deed.press) })),
		);
		this.drawLens(this.looked);
		if (table.live()) table.status(this.status());
	}
}
