// @ts-check
/** One sees what happened: what moves slides, what is pushed slides after it, what is removed fades, what explodes
 * flashes. */
/** @import { View } from "./types.js" */

import { svg } from "/static/js/dom.js";
import { stack } from "./draw.js";
import { pile } from "./squares.js";

const GO = 240,
	AFTER = 200,
	LINK = 110;

/** The stacks are drawn as they are afterwards already; this shows how they came there.
 * @param {Grid} grid @param {Motion} motion @param {Map<string, SVGGElement>} stacks @param {View} before @param
 * {Effect[]} effects */
export async function animate(grid, motion, stacks, before, effects) {
	/** @type {Promise<void>[]} */ const runs = [];
	/** @type {Element[]} */ const passing = [];
	/** Something that is there only meanwhile. @param {SVGElement} node @param {string} at */
	const ghost = (node, at, layer = grid.layers.pieces) => {
		passing.push(grid.put(node, at));
		layer.append(node);
		return node;
	};
	/** @param {SVGElement} node @param {Promise<void>} run after which it goes */
	const until = (node, run) => runs.push(run.then(() => node.remove()));
	/** @param {string} square @param {number} ms how long it is not seen yet what has come to stand there */
	const hide = (square, ms) => {
		const node = stacks.get(square);
		if (node) runs.push(motion.play(node, [{ opacity: 0 }, { opacity: 0 }], ms));
	};
	let wait = 0,
		explosions = 0;
	for (const { kind, cause, from = "", to, square = "", owner, pieces = "" } of effects) {
		const seat = owner ?? 0;
		if (kind === "moved") {
			const [ms, delay] = cause === "push" ? [AFTER, wait] : [GO, 0];
			const old = pile(before, to, seat);
			hide(to, ms + delay);
			const joined = old && ghost(stack(seat, old), to);
			const mover = ghost(stack(seat, pieces), from);
			const run = motion.slide(mover, grid.centre(from), grid.centre(to), ms, delay);
			until(mover, run);
			if (joined) until(joined, run);
			if (cause !== "push") wait = GO;
		} else if (kind === "removed") {
			const delay = explosions ? wait + LINK * (explosions - 1) : wait * 0.8;
			const node = ghost(stack(seat, pieces), square);
			until(node, motion.play(node, [{ opacity: 1 }, { opacity: 1, offset: 0.01 }, { opacity: 0 }], AFTER + delay));
		} else if (kind === "exploded") {
			const flash = svg("circle", { r: 140 });
			const node = ghost(svg("g", { class: "flash" }, flash), square, grid.layers.over);
			until(
				node,
				motion.play(
					flash,
					[
						{ opacity: 0, scale: 0.2 },
						{ opacity: 0.9, scale: 0.7 },
						{ opacity: 0, scale: 1 },
					],
					320,
					wait + explosions++ * LINK,
				),
			);
		}
	}
	await Promise.all(runs);
	for (const node of passing) node.remove();
}
