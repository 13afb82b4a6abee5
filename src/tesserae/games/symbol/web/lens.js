// @ts-check
/** The lens on a square: what stands there, where it can go, and the place to choose part of a stack. */
/** @import { Choice, Reach, View } from "./types.js" */

import { button, el } from "/static/js/dom.js";
import { list } from "/static/js/i18n.js";
import { swatch } from "/static/js/boards/kit.js";
import { picture } from "./draw.js";
import { counted, regionOf, terrain } from "./squares.js";
import { t } from "./texts.js";
import { abilities } from "./tray.js";
import { region, whose } from "./words.js";

/** The members of a stack; with `choice` those that may move are buttons that put them into the part or leave them
 * behind.
 * @param {number} seat @param {string} pieces @param {Choice} [choice] */
function members(seat, pieces, choice) {
	return el(
		"div",
		{
			class: `members ${choice ? "choosing" : ""} ${pieces.length > 7 ? "many" : ""}`,
			role: "group",
			"aria-label": t("members"),
		},
		[...pieces].map((letter, n) => {
			const inside = [
				picture(letter, seat),
				el("span", { class: pieces.length > 7 && "unseen" }, t(`piece.${letter}`)),
			];
			const title = t(`ability.${letter}`);
			if (!choice) return el("span", { class: "member", title }, inside);
			if (n >= choice.chosen.length) return el("span", { class: "member stays", title: t("stays") }, inside);
			return button(inside, () => choice.toggle(n), {
				class: "member",
				title,
				"data-key": `m${n}`,
				"aria-pressed": String(choice.chosen[n]),
			});
		}),
	);
}

/** Everything about one square.
 * @param {View} view @param {string} square @param {number[]} mine @param {Reach | null} aims where it can go, if that
 * is known
 * @param {Choice} [choice] */
export function lens(view, square, mine, aims, choice) {
	const here = view.board[square];
	const about = `${t(`terrain.${terrain(square)}`)} · ${region(view.regions[regionOf(view.regions, square)], mine)}`;
	if (!here) return [el("p", { class: "where" }, el("b", {}, square), ` ${about}`)];
	const [seat, pieces] = here;
	return [
		el("p", { class: "where" }, el("b", {}, square), " ", swatch(seat), ` ${whose(seat, mine)} · ${about}`),
		members(seat, choice ? choice.stood + choice.added : pieces, choice),
		el(
			"div",
			{ class: "about" },
			el("p", {}, aims && threats(aims)),
			abilities(
				counted(pieces).map(([letter]) => letter),
				seat,
			),
		),
	];
}

/** How far something reaches, and what it threatens. @param {Reach} aims */
function threats({ moves = [], takes = [], strikes = [] }) {
	const told = Object.entries({ takes, strikes }).map(
		([how, squares]) => squares.length && t(`lens.${how}`, { squares: list([...squares].sort()) }),
	);
	return [t("lens.reach", { n: new Set([...moves, ...takes]).size }), ...told].filter(Boolean).join(" ");
}
