// @ts-check
/** How tiles move when something has happened. */
/** @import { Grid, Motion } from "/static/js/boards/kit.js" */
import { place } from "/static/js/boards/kit.js";
import { disc } from "./draw.js";

/** How many files and ranks something went. @param {Effect} moved */
export function way({ from = "", to }) {
	const [a, b] = [place(from), place(to)];
	return [b[0] - a[0], b[1] - a[1]];
}

/** What happened, as a movement.
 * @param {{grid: Grid, motion: Motion, nodes?: Map<string, SVGGElement>}} board @param {Effect[]} effects */
export async function replay(board, effects) {
	const { grid, motion, nodes } = board;
	const pushed = effects.find(({ kind, cause }) => kind === "moved" && cause === "push");
	const [delay, ms] = pushed ? [200, 320] : [0, 300]; // a tile that pushes is placed first
	const moving = [];
	for (const { kind, square = "", from = "", to, pieces = "" } of effects) {
		if (kind === "moved") {
			const node = nodes?.get(to);
			if (node) moving.push(motion.slide(node, grid.centre(from), grid.centre(to), ms, delay));
		} else if (kind === "removed" && pushed) {
			const node = falling(board, pieces);
			const [files, ranks] = way(pushed);
			if (node)
				moving.push(
					motion
						.slide(node, grid.centre(square), grid.beside(square, files, ranks), ms, delay)
						.then(() => node.remove()),
				);
		} else if (kind === "placed" && !pushed) {
			const node = nodes?.get(square);
			const { x, y } = grid.centre(square),
				at = `translate(${x}px, ${y}px)`;
			if (node)
				moving.push(
					motion.play(
						node,
						[
							{ transform: `${at} scale(1.4)`, opacity: 0 },
							{ transform: at, opacity: 1 },
						],
						180,
					),
				);
		}
	}
	await Promise.all(moving);
}

/** A disc on its way off the board, for the time of the animation.
 * @param {{grid: Grid, motion: Motion}} board @param {string} tile */
function falling({ grid, motion }, tile) {
	if (!motion.wanted()) return null;
	const node = disc(tile[0] + "?");
	node.classList.add("falling");
	grid.layers.pieces.append(node);
	return node;
}
