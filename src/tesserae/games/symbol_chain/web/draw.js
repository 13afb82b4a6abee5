// @ts-check
/** The tiles of Symbol Chain. */
import { svg } from "/static/js/dom.js";
import { pattern, seatFill, shape } from "/static/js/boards/kit.js";
import { pieces } from "/static/js/given.js";
import { texts } from "/static/js/i18n.js";

const t = texts("symbol_chain");

/** @param {string} face */
export const faceName = (face) => t(`piece.${face}`);

/** @param {string} name @param {object} [more] */
const part = (name, more) => shape("symbol_chain", name, more);

/** A face: black is solid, white hollow, grey hatched. @param {string} face */
function symbol(face) {
	const fill = face[0] === "g" ? pattern("hatch", () => part("hatch"), pieces("symbol_chain").hatch.ground) : null;
	return part(face[1], { class: `symbol ${face[0]}`, fill });
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
		part("body", { fill: owner === null ? null : seatFill(owner) }),
		face
			? [part("face"), symbol(face)]
			: owner === null
				? part("start")
				: [part("back"), svg("text", { class: "digit", y: 10 }, String(owner + 1))],
	);
}

/** The faces of a sequence. @param {[string, string] | null} tile @returns {string[]} */
export const faces = (tile) => tile?.[1].split(" ") ?? [];
