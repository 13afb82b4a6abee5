// @ts-check
/** A small picture of the game, for the home page. */

import { refill } from "/static/js/dom.js";
import { Grid } from "/static/js/boards/kit.js";
import { frames, ground, stack } from "./draw.js";

/** @param {HTMLElement} host @param {View} view */
export function miniature(host, view) {
	const grid = new Grid({ files: 7, ranks: 7, label: "", coordinates: false });
	ground(grid);
	grid.layers.ground.append(...frames(grid, view.regions));
	grid.layers.pieces.append(
		...Object.entries(view.board).map(([name, [seat, pieces]]) => grid.put(stack(seat, pieces), name)),
	);
	grid.layers.hits.remove();
	grid.svg.removeAttribute("role");
	grid.svg.removeAttribute("aria-label");
	grid.svg.setAttribute("aria-hidden", "true");
	refill(host, grid.root);
}
