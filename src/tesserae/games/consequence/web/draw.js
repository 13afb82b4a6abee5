// @ts-check
/** The discs of Consequence. */
import { svg } from "/static/js/dom.js";
import { seatFill, shape } from "/static/js/boards/kit.js";

/** @param {string} name @param {object} [more] */
const part = (name, more) => shape("consequence", name, more);

/** A disc, face down unless its face is known: blue is plain with one ring, red striped with a notched one.
 * @param {string} tile */
export function disc(tile) {
	const seat = tile[0] === "b" ? 0 : 1;
	const symbol = part(tile[1] ?? "");
	return svg(
		"g",
		{ class: `disc seat-${seat}` },
		part("body", { fill: seatFill(seat) }),
		symbol.length ? [part("face"), symbol] : part("back"),
	);
}

/** A disc on its own, for hands. @param {string} tile */
export const token = (tile) => svg("svg", { viewBox: "-42 -42 84 84", "aria-hidden": "true" }, disc(tile));
