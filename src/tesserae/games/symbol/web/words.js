// @ts-check
/** Symbol in words: actions, squares and the score. */
/** @import { View } from "./types.js" */

import { el } from "/static/js/dom.js";
import { list } from "/static/js/i18n.js";
import { picture } from "./draw.js";
import { t } from "./texts.js";
import { counted, read, regionOf, terrain } from "./squares.js";

/** "2 green pieces and white" @param {string} pieces */
export const names = (pieces) =>
	list(counted(pieces).map(([letter, n]) => (n > 1 ? t(`pieces.${letter}`, { n }) : t(`piece.${letter}`))));

/** An army in pictures, and for who cannot see them "4 green pieces, a blue piece and 2 black pieces".
 * @param {string} pieces @param {number} seat */
export function brings(pieces, seat) {
	const words = counted(pieces).map(([letter, n]) => t(`pieces.${letter}`, { n }));
	const pictures = counted(pieces).map(([letter, n]) =>
		el("span", { class: "lot" }, picture(letter, seat), el("b", {}, n)),
	);
	return [
		el("span", { class: "unseen" }, list(words)),
		el("span", { class: "brought", "aria-hidden": "true" }, pictures),
	];
}

/** @param {string} action */
export function describe(action) {
	const { verb, ends, from, to, piece, target } = read(action);
	if (ends) return t(`do.${verb}`);
	if (verb === "place") return t("do.place", { piece: names(piece), square: to });
	if (verb === "explode") return t("do.explode", { square: from });
	const told = to ? [t("do.move", { part: names(piece), from, to })] : [];
	if (target) told.push(t("do.strike", { from, square: target }));
	return list(told);
}

/** Whose, as "yours". @param {number} seat @param {number[]} mine */
export const whose = (seat, mine) => t(`whose.${holder(seat, mine)}`);

/** Who controls a region. @param {number | null} seat @param {number[]} mine */
export const region = (seat, mine) => t(`region.${seat === null ? "free" : holder(seat, mine)}`);

/** @param {number} seat @param {number[]} mine */
const holder = (seat, mine) => (mine.length !== 1 ? String(seat) : mine[0] === seat ? "mine" : "enemy");

/** What a screen reader says of a square. @param {View} view @param {string} square @param {number[]} mine */
export function label(view, square, mine) {
	const told = [square, t(`terrain.${terrain(square)}`)];
	const here = view.board[square];
	if (here) told.push(t("stack", { whose: whose(here[0], mine), pieces: names(here[1]) }));
	const owner = view.regions[regionOf(view.regions, square)];
	if (owner !== null) told.push(region(owner, mine));
	return told.join(", ");
}

/** Score and dangers for the panel beside the board. @param {View} view */
export function summary({ board, occurrences, quiet, regions }) {
	/** @type {ReturnType<BoardFile["summary"]>} */
	const rows = [0, 1].flatMap((seat) => [
		{ label: t("sum.regions"), seat, value: Object.values(regions).filter((owner) => owner === seat).length },
		{
			label: t("sum.pieces"),
			seat,
			value: Object.values(board).reduce((n, [owner, text]) => n + (owner === seat ? text.length : 0), 0),
		},
	]);
	if (quiet >= 80) rows.push({ label: t("sum.quiet"), value: quiet });
	if (occurrences > 1) rows.push({ label: t("sum.repetition"), value: occurrences });
	return rows;
}
