// @ts-check
/** What the report of a game of Consequence has in addition to what all have: what could be known of the tiles. */
/** @import { Kit, Report } from "/static/js/table/report.js" */

import { el } from "/static/js/dom.js";
import { texts } from "/static/js/i18n.js";

const t = texts("consequence");

/** Of each moment: the true faces and, for each seat, how many worlds it could not rule out, how many faces were
 * certain, and how likely the true face of each square was; null at the end.
 * @typedef {{worlds: number, certain: number, chances: Record<string, number>}} Known
 * @typedef {{faces: Record<string, string>, seats: Known[]}} Knowledge
 * @typedef {Report & {details: {knowledge: (Knowledge | null)[]}}} Own */

/** @param {Own} report @param {Kit} kit */
export function details({ details, turns }, { counted }) {
	const known = details.knowledge
		.filter((about) => about !== null)
		.map(({ seats }) => seats.map(({ certain }) => certain));
	while (known.length < turns.length + 1) known.push(known.at(-1) ?? []); // at the end all lies open
	return [
		el("h4", {}, t("report.belief")),
		el("p", { class: "muted note" }, t("report.belief.how")),
		counted(t("report.certain"), known),
	];
}

/** What could be known at the moment looked at. @param {Own} report @param {Kit} kit @param {number} turn */
export function moment({ details }, { name }, turn) {
	const about = details.knowledge[turn];
	if (!about) return el("p", {}, t("report.open-faces"));
	const squares = Object.keys(about.faces).sort();
	return [
		el(
			"ul",
			{ class: "facts" },
			about.seats.map(({ worlds, certain }, seat) =>
				el("li", {}, t("report.worlds", { name: name(seat), certain, all: squares.length, n: worlds })),
			),
		),
		squares.length > 0 &&
			el(
				"div",
				{ class: "scroll", tabindex: "0", role: "region", "aria-label": t("report.belief") },
				el(
					"table",
					{ class: "belief" },
					el(
						"thead",
						{},
						el(
							"tr",
							{},
							[t("report.square"), t("report.truth"), name(0), name(1)].map((text) => el("th", { scope: "col" }, text)),
						),
					),
					el(
						"tbody",
						{},
						squares.map((square) =>
							el(
								"tr",
								{},
								el("th", { scope: "row" }, square),
								el("td", {}, t(`piece.${about.faces[square]}`)),
								about.seats.map(({ chances }) =>
									el(
										"td",
										{ class: chances[square] === 1 ? "sure" : "" },
										`${Math.round(100 * chances[square])}\u00a0%`,
									),
								),
							),
						),
					),
				),
			),
	];
}
