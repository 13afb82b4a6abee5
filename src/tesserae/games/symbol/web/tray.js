// @ts-check
/** Beside the board: both reserves, what the pieces do, and the buttons of what else can be done. */
/** @import { Deed, View } from "./types.js" */

import { button, el, renew } from "/static/js/dom.js";
import { t } from "./texts.js";
import { swatch } from "/static/js/boards/kit.js";
import { picture } from "./draw.js";
import { ORDER } from "./squares.js";

/** @param {string} letter */
const piece = (letter) => t(`piece.${letter}`);

/** The reserve of one seat: tapping a piece takes it in hand, and so does dragging it.
 * @param {HTMLElement} host @param {View} view @param {number} seat @param {string} name @param {number} left how many
 * may be added now @param {string|null} hand
 * @param {((letter: string) => void) | null} take if pieces may be taken */
export function drawReserve(host, view, seat, name, left, hand, take) {
	const crowned = Object.values(view.board).some(([owner, pieces]) => owner === seat && pieces.includes("K"));
	const letters = (view.outcome || crowned ? "" : "K") + ORDER.slice(1);
	const stock = (crowned ? "" : "K") + view.reserve[seat];
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
				if (!take || !n || (!crowned && letter !== "K"))
					return el("span", { ...props, role: "img", "data-n": n }, inside);
				return button(inside, () => take(letter), {
					...props,
					"data-drag": "",
					"data-key": letter,
					"aria-pressed": String(hand === letter),
					title: piece(letter),
				});
			}),
		),
		el("span", { class: "allowance", title: more }, more && [`+${left}`, el("span", { class: "unseen" }, more)]),
	);
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
