// @ts-check
/** How Symbol looks: the ground with its nine regions, pieces, stacks, and what an action does. Units: a square is
 * 100. */
/** @import { View } from "./types.js" */

import { svg } from "/static/js/dom.js";
import { seatFill, shape } from "/static/js/boards/kit.js";
import { pieces as described } from "/static/js/given.js";
import { counted, regionOf, SQUARES, terrain } from "./squares.js";

/** One piece: a disc for player 1, a tile for player 2.
 * @param {string} letter @param {number} seat @param {number} r */
export function token(letter, seat, r) {
	const side = r * 1.8;
	return svg(
		"g",
		{ class: `piece ${letter}` },
		seat ? svg("rect", { x: -side / 2, y: -side / 2, width: side, height: side, rx: r * 0.3 }) : svg("circle", { r }),
		shape("symbol", letter, { transform: `scale(${(r * 0.058).toFixed(3)})` }),
	);
}

/** A piece, or several on each other, for buttons and lists. @param {string} letter @param {number} seat */
export function picture(letter, seat, n = 1) {
	return svg(
		"svg",
		{ class: "picture", viewBox: "-18 -18 36 36", "aria-hidden": "true" },
		...column(letter, seat, [15, 15, 13.4, 12][n] ?? 12, Math.max(1, n)),
	);
}

/** Pieces of one colour, lying on each other so that each is seen.
 * @param {string} letter @param {number} seat @param {number} r @param {number} n */
function column(letter, seat, r, n) {
	const rise = Math.min(r * 0.36, (r * 0.9) / n);
	return Array.from({ length: n }, (_, i) => {
		const piece = token(letter, seat, r);
		piece.setAttribute("transform", `translate(0 ${((n - 1) / 2 - i) * rise})`);
		return piece;
	});
}

/** Where so many things lie on a plate: their radius, and x and y of each in units of it.
 * @type {[number, [number, number][]][]} */
const PLACES = described("symbol").places;

/** Where the pieces of a stack lie: up to seven each on its own, of more those of one colour on each other.
 * @param {string} pieces */
export function spots(pieces) {
	const groups = pieces.length < PLACES.length ? [...pieces].flatMap(counted) : counted(pieces);
	const [r, places] = PLACES[groups.length];
	return groups.map(([letter, n], i) => ({ letter, n, x: places[i][0] * r, y: places[i][1] * r, r }));
}

/** A stack on its plate: round and plain for player 1, square and striped for player 2.
 * @param {number} seat @param {string} pieces */
export function stack(seat, pieces) {
	const r = pieces.length > 1 ? 46 : 38;
	const plate = (/** @type {object} */ props) =>
		seat
			? svg("rect", { x: -r * 0.95, y: -r * 0.95, width: r * 1.9, height: r * 1.9, rx: 9, ...props })
			: svg("circle", { r, ...props });
	return svg(
		"g",
		{ class: `stack of-${seat}` },
		plate({ class: "base" }),
		plate({ class: "plate", fill: seatFill(seat) }),
		spots(pieces)
			.sort((a, b) => a.y - b.y)
			.map(({ letter, n, x, y, r }) =>
				svg(
					"g",
					{ "data-piece": letter, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
					column(letter, seat, r, n),
					n > 3 && badge(n, r),
				),
			),
	);
}

/** @param {number} n @param {number} r */
const badge = (n, r) =>
	svg(
		"g",
		{ class: "count", transform: `translate(${r * 0.75} ${r * 0.75})` },
		svg("circle", { r: 11 }),
		svg("text", { y: 6 }, n),
	);

/** Land, coast and water, with the shores and the lines of the regions. @param {Grid} grid */
export function ground(grid) {
	const bands = ["land", "land", "coast", "water", "coast", "land", "land"].map((kind, row) =>
		svg("rect", { class: kind, y: row * 100, width: 700, height: 100 }),
	);
	const wave = "q12.5-7 25 0t25 0".repeat(14);
	const shores = [200, 500].map((at) => svg("path", { class: "shore", d: `M0 ${at}${wave}` }));
	const marks = SQUARES.map((square) =>
		grid.put(
			["coast", "water"].includes(terrain(square))
				? svg("path", {
						class: "ripple",
						d:
							square[1] === "4"
								? "M-26-20q6-6 12 0t12 0M6 26q6-6 12 0t12 0M-14 4q6-6 12 0t12 0"
								: "M-18-14q6-6 12 0t12 0M4 18q6-6 12 0t12 0",
					})
				: svg("path", { class: "tuft", d: "M-24-16l4-9 4 9M18 30l4-9 4 9" }),
			square,
		),
	);
	const lines = [1, 2, 3, 4, 5, 6].map((n) => `M${n * 100} 0v700M0 ${n * 100}h700`).join("");
	grid.layers.ground.append(
		...bands,
		...marks,
		svg("path", { class: "lines", d: lines }),
		...shores,
		svg("path", { class: "borders", d: "M200 0v700M500 0v700M0 200h700M0 500h700" }),
	);
}

/** Frames around the regions that somebody controls: solid for player 1, dashed for player 2.
 * @param {Grid} grid @param {View["regions"]} regions */
export const frames = (grid, regions) =>
	Object.entries(regions)
		.filter(([, owner]) => owner !== null)
		.map(([region, owner]) => {
			const squares = SQUARES.filter((square) => regionOf(regions, square) === region).map((square) =>
				grid.centre(square),
			);
			const [a, b] = [squares[0], squares[squares.length - 1]]; // opposite corners
			return svg("rect", {
				class: `region of-${owner}`,
				x: Math.min(a.x, b.x) - 45,
				y: Math.min(a.y, b.y) - 45,
				rx: 6,
				width: Math.abs(a.x - b.x) + 90,
				height: Math.abs(a.y - b.y) + 90,
			});
		});

/** An own stack that can be joined. */
export const corner = () => svg("g", { class: "mark target" }, svg("circle", { cx: 36, cy: 36, r: 13 }));
