// @ts-check
/** The tiles of Symbol Chain. */
import { svg } from "/static/js/dom.js";
import { pattern, seatFill } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";

const t = texts("symbol_chain");

/** @param {string} face */
export const faceName = (face) => t(`piece.${face}`);

/** @type {Record<string, string>} */
const SHAPES = {
	T: "M0-27L28 22H-28z",
	C: "M0-25a25 25 0 0 1 0 50a25 25 0 0 1 0-50z",
	X: "M-25-14L-14-25L0-11L14-25L25-14L11 0L25 14L14 25L0 11L-14 25L-25 14L-11 0z",
};

/** A face: black is solid, white hollow, grey hatched. @param {string} face */
function symbol(face) {
	const fill =
		face[0] === "g" ? pattern("hatch", () => [svg("path", { d: "M-4 4l8-8M0 16l16-16M12 20l8-8" })], "#b9b5ad") : null;
	return svg("path", { class: `symbol ${face[0]}`, d: SHAPES[face[1] ?? ""] ?? "", fill });
}

/** @param {string} face @param {string} [kind] */
export const glyph = (face, kind = "") =>
	svg(
		"svg",
		{ class: `glyph ${kind}`, viewBox: "-34 -34 68 68", "aria-hidden": "true" },
		svg("rect", { class: "face", x: -33, y: -33, width: 66, height: 66, rx: 10 }),
		symbol(face),
	);

/** One side of a tile, with its owner where that is shown: by colour, pattern and number; starting tiles are nobody's.
 * @param {number | null} owner @param {string | null} face */
export function side(owner, face) {
	return svg("svg", { class: face ? "front" : "back", viewBox: "-50 -50 100 100" }, drawing(owner, face));
}

/** @param {number | null} owner @param {string | null} face */
export function drawing(owner, face) {
	return svg(
		"g",
		{ class: `tile-side${owner === null ? " start" : ""}` },
		svg("rect", {
			class: "body",
			x: -43,
			y: -43,
			width: 86,
			height: 86,
			rx: 9,
			fill: owner === null ? null : seatFill(owner),
		}),
		face
			? [svg("rect", { class: "face", x: -35, y: -35, width: 70, height: 70, rx: 6 }), symbol(face)]
			: owner === null
				? svg("path", { class: "sign", d: "M0-20L20 0L0 20L-20 0z" })
				: [svg("circle", { class: "badge", r: 19 }), svg("text", { class: "digit", y: 10 }, String(owner + 1))],
	);
}

/** The faces of a sequence. @param {[string, string] | null} tile @returns {string[]} */
export const faces = (tile) => tile?.[1].split(" ") ?? [];
