// @ts-check
/** The discs of Consequence. */
import { svg } from "/static/js/dom.js";
import { seatFill } from "/static/js/boards/kit.js";

/** @type {Record<string, () => SVGElement[]>} */
const SYMBOLS = {
	M: () => [svg("path", { class: "ink", d: "M14-17A19.2 19.2 0 1 0 14 17A17.4 17.4 0 0 1 14-17z" })],
	S: () => [
		svg("circle", { class: "ink", r: 9.5 }),
		svg("path", { class: "ray", d: "M0-14v-7M0 14v7M-14 0h-7M14 0h7M-10-10l-5-5M10-10l5-5M-10 10l-5 5M10 10l5 5" }),
	],
	o: () => [svg("circle", { class: "ink", r: 5.5 })],
};

/** A disc, face down unless its face is known: blue is plain with one ring, red striped with a notched one.
 * @param {string} tile */
export function disc(tile) {
	const seat = tile[0] === "b" ? 0 : 1;
	const face = SYMBOLS[tile[1] ?? ""];
	return svg(
		"g",
		{ class: `disc seat-${seat}` },
		svg("circle", { class: "body", r: 39, fill: seatFill(seat) }),
		face ? [svg("circle", { class: "face", r: 28 }), ...face()] : svg("circle", { class: "rim", r: 29 }),
	);
}

/** A disc on its own, for hands. @param {string} tile */
export const token = (tile) => svg("svg", { viewBox: "-42 -42 84 84", "aria-hidden": "true" }, disc(tile));
