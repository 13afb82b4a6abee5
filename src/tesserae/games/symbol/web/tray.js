// @ts-check
/** Beside the board: both reserves, and the tray, which is the lens on a stack, the place to choose part of it, and
 * the buttons of what else can be done. */
/** @import { Choice, Deed, View } from "./types.js" */

import { button, el, renew } from "/static/js/dom.js";
import { list } from "/static/js/i18n.js";
import { t } from "./texts.js";
import { swatch } from "/static/js/boards/kit.js";
import { picture } from "./draw.js";
import { counted, ORDER, regionOf, terrain } from "./squares.js";
import { region, whose } from "./words.js";

/** @param {string} letter */
const piece = (letter) => t(`piece.${letter}`);

/** The reserve of one seat: tapping a piece takes it in hand.
 * @param {HTMLElement} host @param {View} view @param {number} seat @param {string} name @param {string|null} hand
 * @param {((letter: string) => void) | null} take if pieces may be taken */
export function drawReserve(host, view, seat, name, hand, take) {
	const crowned = Object.values(view.board).some(([owner, pieces]) => owner === seat && pieces.includes("K"));
	const letters = (view.outcome || crowned ? "" : "K") + ORDER.slice(1);
	const stock = (crowned ? "" : "K") + view.reserve[seat];
	const left = view.actors.includes(seat) && crowned ? view.allowance : 0;
	const more = left > 0 && t("allowance", { n: left });
	renew(
		host,
		el("span", { class: "who" }, swatch(seat), " ", name),
		el(
			"div",
			{ class: "stock", role: "group", "aria-label": t("reserve", { name }) },
			[...letters].map((letter) => {
				const n = stock.split(letter).length - 1;
				const inside = [picture(letter, seat, Math.min(n, 3)), el("b", {}, n)];
				const props = { class: "piece-of", "aria-label": t("stock", { n, piece: piece(letter) }) };
				if (!take || !n) return el("span", { ...props, role: "img", "data-n": n }, inside);
				return button(inside, () => take(letter), {
					...props,
					"data-key": letter,
					"aria-pressed": String(hand === letter),
					title: piece(letter),
				});
			}),
		),
		el("span", { class: "allowance", title: more }, more && [`+${left}`, el("span", { class: "unseen" }, more)]),
	);
}

/** The members of a stack; with `choice` those that may move are buttons that put them into the part or leave them behind.
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
			const inside = [picture(letter, seat), el("span", { class: pieces.length > 7 && "unseen" }, piece(letter))];
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

/** Everything about one square. @param {View} view @param {string} square @param {number[]} mine @param {Reach | null} aims where it can go, if that is known
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

/** What each of these pieces does. @param {string[]} letters @param {number} seat */
export const abilities = (letters, seat) =>
	el(
		"ul",
		{ class: "abilities" },
		letters.map((letter) =>
			el("li", {}, picture(letter, seat), el("span", {}, el("b", {}, piece(letter)), " ", t(`ability.${letter}`))),
		),
	);

/** The buttons of the tray. @param {HTMLElement} host @param {Deed[]} deeds */
export function drawDeeds(host, deeds) {
	renew(
		host,
		deeds.map(({ label, press, key, primary, point }) => {
			const [on, off] = [true, false].map((pointed) => () => point?.(pointed));
			return button(label, press, {
				class: primary ? "primary" : "",
				"data-key": key,
				on: { pointerenter: on, pointerleave: off, focus: on, blur: off },
			});
		}),
	);
}
