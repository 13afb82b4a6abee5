// @ts-check
/** Shows a move on the board without making it. */

import { notation } from "../actions.js";
import { DIRECTIONS } from "../boards/kit.js";
import { loadStyle, svg } from "../dom.js";
import { addTexts, tOr } from "../i18n.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** Load texts and styles that a table rarely needs; after a change of language they are loaded again. */
export async function extras() {
	await Promise.all([tOr("report.title", "") || addTexts("report"), loadStyle("report")]);
}

/** Draw the actions of a turn over the board until it changes, and frame the stack, tile or card in hand.
 * @param {Pick<TablePage, "advice" | "board" | "file" | "game" | "host">} page @param {string[]} actions */
export function advise(page, actions) {
	page.advice?.remove();
	for (const node of page.host.querySelectorAll(".advised")) node.classList.remove("advised");
	const grid = page.board?.grid;
	if (!grid) return;
	const layer = svg("svg", { class: "advice", viewBox: grid.svg.getAttribute("viewBox"), "aria-hidden": "true" });
	for (const action of actions) {
		const { direction, squares } = notation(page.game.name).read(action);
		const [files, ranks] = DIRECTIONS[direction] ?? [];
		const ways = squares.slice(1).map((to, n) => [squares[n], to]);
		for (const square of squares)
			layer.append(grid.put(svg("rect", { x: -47, y: -47, width: 94, height: 94, rx: 9 }), square));
		for (const [from, to] of ways) if (from !== to) layer.append(grid.arrow(from, to));
		if (files !== undefined && squares[0]) layer.append(grid.arrow(squares[0], grid.beside(squares[0], files, ranks)));
		const held = page.file.held?.(action);
		if (held) page.host.querySelector(held)?.classList.add("advised");
	}
	grid.root.append(layer);
	page.advice = layer;
}

/** An evaluation in words.
 * @param {number} value from -1 to 1 @returns {string} the end of a key */
export function grade(value) {
	const size = Math.abs(value);
	if (size < 0.12) return "even";
	return `${size < 0.35 ? "little" : size < 0.75 ? "clear" : "won"}-${value > 0 ? "good" : "bad"}`;
}
