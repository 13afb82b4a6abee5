// @ts-check
/** The states, spaces, cards and chips of Sequence. */
import { svg } from "/static/js/dom.js";
import { seatFill, shape } from "/static/js/boards/kit.js";
import { tOr } from "/static/js/i18n.js";

/** @typedef {{code: string, group: string, outline: string}} State */

/** The states as people know them, once they have arrived. @type {Map<string, State & {colour: string}>} */
const states = new Map();
/** @type {Promise<void> | undefined} */
let arriving;

export function prepare() {
	arriving ??= fetch("/static/games/sequence/states.json")
		.then((answer) => answer.json())
		.then((data) => {
			for (const state of data.states) states.set(state.code, { ...state, colour: data.groups[state.group] });
		});
	return arriving;
}

/** @param {string} name @param {object} [more] */
const part = (name, more) => shape("sequence", name, more);

/** @param {string} card */
export function cardName(card) {
	return tOr(`piece.${card}`, card, "sequence");
}

/** The shape of a state, about `size` wide around (x, y).
 * @param {string} code @param {number} size @param {number} y */
function outline(code, size, y) {
	const state = states.get(code);
	const scale = size / 100;
	return (
		state &&
		part("state", {
			d: state.outline,
			fill: state.colour,
			transform: `translate(${-size / 2} ${y - size / 2}) scale(${scale})`,
		})
	);
}

/** One space: its colour, its shape and its code below, where no chip covers it. @param {string} code */
export function space(code) {
	return svg(
		"g",
		{ class: "space" },
		part("space"),
		part("tint", { fill: states.get(code)?.colour ?? "none" }),
		outline(code, 60, -14),
		svg("text", { class: "code", y: 43 }, code),
	);
}

/** @param {number} team @param {boolean} locked */
export function chip(team, locked) {
	return svg(
		"g",
		{ class: `chip${locked ? " locked" : ""}` },
		part("chip", { fill: seatFill(team) }),
		part("edge"),
		locked && part("lock"),
	);
}

/** The picture on a card. @param {string} card */
export function face(card) {
	const sign = { ADD: "M-22 0h44M0-22v44", REMOVE: "M-22 0h44" }[card];
	return svg(
		"svg",
		{ viewBox: "-50 -60 100 120", "aria-hidden": "true" },
		sign
			? svg(
					"g",
					{ class: `joker ${card}` },
					svg("circle", { cy: -14, r: 36 }),
					svg("path", { transform: "translate(0 -14)", d: sign }),
				)
			: outline(card, 78, -14),
		svg("text", { class: "code", y: 50 }, card.slice(0, 3)),
	);
}
