// @ts-check
/** How chips come and go when something has happened. */
/** @import { Grid, Motion } from "/static/js/boards/kit.js" */
import { chip } from "./draw.js";

/** What happened, as a movement.
 * @param {{grid: Grid, motion: Motion, nodes?: Map<string, SVGGElement>, bands: SVGElement[]}} board
 * @param {Effect[]} effects */
export async function replay({ grid, motion, nodes, bands }, effects) {
	const moving = [];
	for (const { kind, square: name = "", owner } of effects) {
		const at = () => {
			const { x, y } = grid.centre(name);
			return `translate(${x}px, ${y}px)`;
		};
		const put = kind === "placed" && nodes?.get(name);
		if (put)
			moving.push(
				motion.play(
					put,
					[
						{ transform: `${at()} scale(1.9)`, opacity: 0 },
						{ transform: at(), opacity: 1 },
					],
					260,
				),
			);
		if (kind === "removed" && motion.wanted()) {
			const node = grid.put(chip(owner ?? 0, false), name);
			grid.layers.pieces.append(node);
			moving.push(
				motion
					.play(
						node,
						[
							{ transform: at(), opacity: 1 },
							{ transform: `${at()} translateY(-60px) scale(.6)`, opacity: 0 },
						],
						420,
					)
					.then(() => node.remove()),
			);
		}
	}
	const claimed = effects.filter(({ kind }) => kind === "claimed").length;
	for (const band of bands.slice(bands.length - claimed))
		moving.push(motion.play(band, [{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], 600, 200));
	await Promise.all(moving);
}
