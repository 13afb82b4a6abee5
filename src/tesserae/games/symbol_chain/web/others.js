// @ts-check
/** What the others have to take from. */
import { el } from "/static/js/dom.js";
import { swatch } from "/static/js/boards/kit.js";
import { texts } from "/static/js/i18n.js";
import { faces, glyph } from "./draw.js";

const t = texts("symbol_chain");

export const STACKS = ["2", "3", "4", "5", "6"];

/** The stacks of all but one, small: how many tiles, and what can be read on top.
 * @param {View} view @param {Table} table @param {number} near */
export function others(view, table, near) {
	const seats = Array.from({ length: view.seats }, (_, seat) => seat).filter((seat) => seat !== near);
	return seats.map((seat) =>
		el(
			"div",
			{ class: "other" },
			el("span", { class: "holder" }, swatch(seat), " ", table.name(seat)),
			STACKS.map((number) => {
				const stack = view.stacks[seat][number];
				const top = stack.at(-1);
				return el(
					"span",
					{ class: "lot", title: t("stack", { number, n: stack.length }) },
					el("b", {}, number),
					`×${stack.length}`,
					top &&
						el(
							"span",
							{ class: "reading" },
							glyph(top[0], "own"),
							faces(top).map((face) => glyph(face)),
						),
				);
			}),
		),
	);
}
