// @ts-check
/** Arrows and rings that a person draws with the right button, only for themselves: a drag draws an arrow, a click a
 * ring; drawing it again removes it. A left click removes all of them. */

import { loadStyle, svg } from "../dom.js";

/** What is drawn on each board: an arrow, or a ring where both squares are the same.
 * @type {WeakMap<Board, {layer: SVGSVGElement, shapes: Map<string, [string, string]>}>} */
const boards = new WeakMap();

/** @param {EventTarget | Element | null} target */
const squareAt = (target) =>
	target instanceof Element ? (target.closest("[data-square]")?.getAttribute("data-square") ?? null) : null;

/** @param {Board} board @param {PointerEvent} down */
export async function begin(board, down) {
	const from = squareAt(down.target);
	if (!from) return;
	const up = await new Promise((/** @type {(event: PointerEvent) => void} */ done) =>
		addEventListener("pointerup", done, { once: true }),
	);
	const to = squareAt(document.elementFromPoint(up.clientX, up.clientY));
	if (!to || up.button !== 2) return;
	await loadStyle("traces");
	const drawn = boards.get(board) ?? {
		layer: svg("svg", { class: "drawn", viewBox: board.grid.svg.getAttribute("viewBox"), "aria-hidden": "true" }),
		shapes: new Map(),
	};
	boards.set(board, drawn);
	const key = `${from}-${to}`;
	if (!drawn.shapes.delete(key)) drawn.shapes.set(key, [from, to]);
	show(board);
}

/** @param {Board} board */
export function wipe(board) {
	const drawn = boards.get(board);
	if (!drawn?.shapes.size) return;
	drawn.shapes.clear();
	show(board);
}

/** @param {Board} board */
function show(board) {
	const { grid } = board;
	const drawn = boards.get(board);
	if (!drawn) return;
	grid.root.append(drawn.layer);
	drawn.layer.replaceChildren(
		...[...drawn.shapes.values()].map(([from, to]) =>
			from === to ? grid.put(svg("circle", { class: "ring", r: 44 }), from) : grid.arrow(from, to, "own"),
		),
	);
}
