// @ts-check
/** Shared by all boards: the grid with keyboard control and labels, marks, arrows, animation, and the patterns of
 * seats. */
import { el, svg } from "../dom.js";
import { given, pieces } from "../given.js";
import { t } from "../i18n.js";
import { tempo } from "../settings.js";

/** @typedef {"last" | "picked" | "hint" | "forbidden" | "target" | "take" | "shield"} Mark */

export const CELL = 100; // the side of a square, in the units of the drawings

/** The eight directions: files to the right, ranks upwards. @type {Record<string, [number, number]>} */
export const DIRECTIONS = {
	N: [0, 1],
	NE: [1, 1],
	E: [1, 0],
	SE: [1, -1],
	S: [0, -1],
	SW: [-1, -1],
	W: [-1, 0],
	NW: [-1, 1],
};

/** Files and ranks are counted from 0. @param {number} file @param {number} rank */
export const square = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

/** @param {string} name @returns {[file: number, rank: number]} */
export const place = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

/** How a mark is drawn around the centre of its square, over or under the pieces. Boards can add marks of their own.
 * @type {Record<string, {over?: true, draw: () => SVGElement[]}>} */
export const MARKS = {
	last: {
		draw: () => [
			svg("rect", { x: -50, y: -50, width: 100, height: 100 }),
			svg("path", { d: "M-46-26v-20h20M26-46h20v20M46 26v20h-20M-26 46h-20v-20" }),
		],
	},
	picked: { draw: () => [svg("rect", { x: -46, y: -46, width: 92, height: 92, rx: 8 })] },
	hint: { draw: () => [svg("rect", { x: -45, y: -45, width: 90, height: 90, rx: 8 })] },
	forbidden: {
		over: true,
		draw: () => [svg("circle", { cx: 33, cy: -33, r: 14 }), svg("path", { d: "M23-23l20-20" })],
	},
	target: { over: true, draw: () => [svg("circle", { r: 13 })] },
	take: { over: true, draw: () => [svg("path", { d: "M-46-20v-26h26zM46-20v-26h-26zM46 20v26h-26zM-46 20v26h26z" })] },
};

/** A square that is struck, or could be. */
export const crosshair = () =>
	svg("path", { class: "crosshair", d: "M0-44v22M0 44v-22M-44 0h22M44 0h-22M26 0a26 26 0 1 1-52 0 26 26 0 1 1 52 0" });

/** A board of squares: an SVG with layers, one tab stop, and a label for each square. Things are drawn around (0, 0)
 * and `put` into a layer. */
export class Grid {
	/** Whether arrow keys move over the squares; after a click or Escape they belong to the page. */ walks = true;
	/** @type {WeakMap<Element, unknown>} */ #traced = new WeakMap();

	/** @param {import("../types.js").GridLook & import("../types.js").GridUse} how */
	constructor(how) {
		this.files = how.files;
		this.ranks = how.ranks;
		this.flipped = how.flipped ?? false;
		const margin = how.coordinates === false ? 0 : 4.5 * how.files; // the letters have the same size on all boards
		const width = how.files * CELL,
			height = how.ranks * CELL;
		const [ground, under, pieces, over, notes, hits] = ["ground", "under", "pieces", "over", "notes", "hits"].map(
			(name) => svg("g", { class: name }),
		);
		this.layers = { ground, under, pieces, over, notes, hits }; // the layer `hits` has the listeners and the labels
		/** @type {Map<string, SVGGElement>} */ this.cells = new Map();
		/** @type {Map<Mark, SVGGElement[]>} */ this.marked = new Map();
		this.svg = svg(
			"svg",
			{
				class: "grid",
				viewBox: `${-margin} 0 ${width + margin} ${height + margin}`,
				role: "grid",
				"aria-label": how.label,
			},
			svg("g", { "aria-hidden": "true" }, ground, under, pieces, over, notes),
			hits,
		);
		this.root = el("div", { class: "board" }, this.svg);
		this.use = how;
		this.#squares(how);
		if (margin) this.#coordinates(height, margin);
	}

	/** @param {import("../types.js").GridUse} how */
	#squares(how) {
		for (let row = 0; row < this.ranks; row++) {
			const cells = [];
			for (let column = 0; column < this.files; column++) {
				const name = this.#name(column, row);
				const cell = this.put(
					svg(
						"g",
						{ role: "gridcell", tabindex: "-1", "aria-label": name, "data-square": name },
						svg("rect", { x: -50, y: -50, width: CELL, height: CELL }),
						svg("rect", { class: "focus", x: -46, y: -46, width: 92, height: 92, rx: 8 }),
					),
					name,
				);
				this.cells.set(name, cell);
				cells.push(cell);
			}
			this.layers.hits.append(
				svg("g", { role: "row", "aria-label": t("kit.row", { n: this.#name(0, row).slice(1) }) }, ...cells),
			);
		}
		/** @param {Event} event */
		const at = ({ target }) =>
			/** @type {Element} */ (target).closest("[data-square]")?.getAttribute("data-square") ?? null;
		const hits = this.layers.hits;
		this.#stop(this.#name(0, this.ranks - 1));
		/** @param {EventTarget} where @param {string} type @param {(name: string, event: Event) => void} does */
		const listen = (where, type, does) =>
			where.addEventListener(type, (event) => {
				const name = at(event);
				if (name) does(name, event);
			});
		listen(hits, "click", (name) => {
			this.#stop(name);
			how.pick?.(name);
		});
		/** @param {PointerEvent} event */
		const point = (event) => event.pointerType !== "touch" && how.point?.(at(event));
		hits.addEventListener("pointerover", point);
		hits.addEventListener("pointerleave", point);
		// On the HTML around it: an SVG element that listens to focus would become a tab stop.
		listen(this.root, "focusin", (name, event) => {
			this.#stop(name);
			if (!(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
			this.walks = true;
			how.point?.(name);
		});
		this.root.addEventListener("focusout", () => how.point?.(null));
		hits.addEventListener("pointerdown", () => (this.walks = false), true);
		listen(hits, "keydown", (name, pressed) => {
			const event = /** @type {KeyboardEvent} */ (pressed);
			if (event.key === "Enter" || event.key === " ") {
				this.walks = true;
				how.pick?.(name);
			} else if (event.key === "Escape") {
				this.walks = false;
				how.cancel?.();
			} else if (!this.walks || !this.#walk(name, event)) return;
			event.preventDefault();
		});
	}

	/** The square in a column and a row of the screen, from the top left. @param {number} column @param {number} row */
	#name(column, row) {
		return this.flipped ? square(this.files - 1 - column, row) : square(column, this.ranks - 1 - row);
	}

	/** @param {string} name */
	#stop(name) {
		this.cells.forEach((cell, other) => cell.setAttribute("tabindex", other === name ? "0" : "-1"));
	}

	/** @param {string} name @param {KeyboardEvent} event @returns {boolean} whether the key means a walk */
	#walk(name, event) {
		const { x, y } = this.centre(name);
		const c = Math.floor(x / CELL),
			r = Math.floor(y / CELL);
		const ways = {
			ArrowLeft: [c - 1, r],
			ArrowRight: [c + 1, r],
			ArrowUp: [c, r - 1],
			ArrowDown: [c, r + 1],
			Home: [0, r],
			End: [this.files - 1, r],
		};
		const [column, row] = ways[/** @type {keyof ways} */ (event.key)] ?? [];
		if (column === undefined) return false;
		if (column >= 0 && row >= 0 && column < this.files && row < this.ranks) this.focus(this.#name(column, row));
		return true;
	}

	/** @param {number} height @param {number} margin */
	#coordinates(height, margin) {
		const texts = svg("g", { class: "coordinates", "aria-hidden": "true", "font-size": (margin * 2) / 3 });
		for (let n = 0; n < this.files; n++)
			texts.append(svg("text", { x: n * CELL + 50, y: height + margin * 0.8 }, this.#name(n, 0)[0]));
		for (let n = 0; n < this.ranks; n++)
			texts.append(svg("text", { x: -margin / 2, y: n * CELL + 50 + margin / 4 }, this.#name(0, n).slice(1)));
		this.svg.prepend(texts);
	}

	/** The centre of a square; a point is returned unchanged. @param {string | Point} where */
	centre(where) {
		return typeof where === "string" ? this.beside(where, 0, 0) : where;
	}

	/** The point that many files and ranks away from a square, even off the board.
	 * @param {string} name @param {number} files @param {number} ranks */
	beside(name, files, ranks) {
		const [file, rank] = place(name);
		const column = this.flipped ? this.files - 1 - file - files : file + files;
		const row = this.flipped ? rank + ranks : this.ranks - 1 - rank - ranks;
		return { x: column * CELL + CELL / 2, y: row * CELL + CELL / 2 };
	}

	/** @template {SVGElement} T @param {T} node @param {string | Point} where it is drawn */
	put(node, where) {
		const { x, y } = this.centre(where);
		node.setAttribute("transform", `translate(${x} ${y})`);
		return node;
	}

	/** The label that a screen reader says. @param {string} name @param {string} text */
	label(name, text) {
		this.cells.get(name)?.setAttribute("aria-label", text);
	}

	/** @param {string} name */
	focus(name) {
		this.#stop(name);
		this.cells.get(name)?.focus();
	}

	/** Set the squares that have a mark. @param {Mark} kind @param {Iterable<string>} names */
	mark(kind, names) {
		for (const node of this.marked.get(kind) ?? []) node.remove();
		const { over, draw } = MARKS[kind];
		const nodes = [...names].map((name) => this.put(svg("g", { class: `mark ${kind}` }, ...draw()), name));
		this.layers[over ? "over" : "under"].append(...nodes);
		this.marked.set(kind, nodes);
		if (kind !== "picked") return;
		const picked = new Set(names);
		this.cells.forEach((cell, name) => cell.setAttribute("aria-selected", String(picked.has(name))));
	}

	/** Remove all marks except that of the last move. */
	unmark() {
		for (const kind of this.marked.keys()) if (kind !== "last") this.mark(kind, []);
	}

	/** Draw what actions did or would do into a group, replacing its content. The code is loaded when it is needed.
	 * @param {Element} group @param {Done[]} done */
	async trace(group, done) {
		this.#traced.set(group, done);
		group.replaceChildren();
		if (!done.length) return;
		const drawing = await import("./traces.js").catch(() => null); // the server may be unavailable
		if (!drawing || this.#traced.get(group) !== done) return;
		group.replaceChildren(...done.flatMap((one) => drawing.traces(this, one)));
	}

	/** An arrow that keeps a distance from both centres; its class says what it means ("push").
	 * @param {string | Point} from @param {string | Point} to @param {string} [kind] @param {number} [room] */
	arrow(from, to, kind = "", room = 22) {
		const a = this.centre(from),
			b = this.centre(to);
		const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
		const x = (b.x - a.x) / length,
			y = (b.y - a.y) / length;
		const end = length - room;
		/** @param {number} along @param {number} aside */
		const at = (along, aside) => `${a.x + x * along - y * aside} ${a.y + y * along + x * aside}`;
		const back = end - 21;
		const tip = [at(back, -16), at(end, 0), at(back, 16)];
		const outline = [at(room, -5), at(back, -5), ...tip, at(back, 5), at(room, 5)];
		return svg("path", { class: `arrow ${kind}`, d: `M${outline.join("L")}z` });
	}
}

/** Runs animations, unless the player has switched them off; `stop` moves running ones to their last frame. */
export class Motion {
	/** @type {Set<Animation>} */ running = new Set();

	/** @param {() => boolean} wanted */
	constructor(wanted) {
		this.wanted = wanted;
	}

	/** @param {Element} node @param {Keyframe[]} frames @param {number} ms @param {number} [delay] */
	async play(node, frames, ms, delay = 0) {
		if (!this.wanted()) return;
		const animation = node.animate(frames, {
			duration: ms * tempo(),
			delay: delay * tempo(),
			fill: "backwards",
			easing: "cubic-bezier(.3,.1,.2,1)",
		});
		this.running.add(animation);
		try {
			await animation.finished;
		} catch {
			/* stopped: the node is where it belongs already */
		}
		this.running.delete(animation);
	}

	/** Animate a node that is already in its place, as coming from elsewhere in its grid.
	 * @param {Element} node @param {Point} from @param {Point} to @param {number} [ms] @param {number} [delay] */
	slide(node, from, to, ms = 240, delay = 0) {
		return this.play(
			node,
			[from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
			ms,
			delay,
		);
	}

	stop() {
		for (const animation of this.running) animation.cancel();
		this.running.clear();
	}
}

/** @typedef {import("../given.js").Part} Part */

/** Elements that are described as data. @param {Part[]} parts @param {object} [more] other properties of each */
const made = (parts, more) => parts.map(([tag, props]) => svg(tag, { ...props, ...more }));

/** A shape of the description of a game's pieces. @param {string} game @param {string} name @param {object} [more] */
export const shape = (game, name, more) => made(pieces(game).shapes[name] ?? [], more);

/** The `fill` of a pattern of 16 by 16 for the whole page; `draw` draws it the first time.
 * @param {string} id @param {() => SVGElement[]} draw @param {string} fill of its ground */
export function pattern(id, draw, fill) {
	if (!document.getElementById(id)) {
		document.body.append(
			svg(
				"svg",
				{ class: "patterns", width: 0, height: 0, "aria-hidden": "true" },
				svg(
					"defs",
					{},
					svg(
						"pattern",
						{ id, class: `weave ${id}`, width: 16, height: 16, patternUnits: "userSpaceOnUse" },
						svg("rect", { width: 16, height: 16, style: { fill } }),
						...draw(),
					),
				),
			),
		);
	}
	return `url(#${id})`;
}

/** The `fill` of things that belong to a seat (or team): its colour, and over it a pattern (plain, stripes, dots,
 * crosshatch), so that seats differ by more than colour. Together they tell sixteen seats apart.
 * @param {number} seat */
export const seatFill = (seat) =>
	pattern(
		`seat-fill-${seat}`,
		() => made(given.weaves[(seat + (seat >> 2)) % given.weaves.length]),
		`var(--seat-${seat % given.weaves.length})`,
	);

/** A small disc in a seat's colour and pattern, for lists and panels. @param {number} seat */
export function swatch(seat) {
	return svg(
		"svg",
		{ class: "swatch", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
		svg("circle", { r: 18, fill: seatFill(seat) }),
	);
}
