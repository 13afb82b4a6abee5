// @ts-check
/** The list of moves; a click on a move shows the position after it. */

import { notation } from "../actions.js";
import { swatch } from "../boards/kit.js";
import { button, el, icon, redraw } from "../dom.js";
import { t, tOr } from "../i18n.js";
import { announce } from "../shell.js";

/** A move in notation, with its words translated. @param {string} action @param {string} game */
const written = (action, game) => {
	const { read, write } = notation(game);
	const said = read(action);
	return write(said.verb, { ...said }, (word) => tOr(`notation.${word}`, word, game)) || action;
};

/** @type {Draw<"colour" | "game" | "past">} */
export function drawMoves(panel, page) {
	const { past } = page;
	const { moves } = past;
	const at = past.at ?? moves.length;
	/** @param {"first" | "back" | "forward" | "last"} name @param {string} label @param {number} to */
	const step = (name, label, to) =>
		button(icon(name), () => void past.look(to), {
			"aria-label": label,
			title: label,
			"data-key": name,
			"aria-disabled": at === to && "true",
		});
	redraw(panel, [moves.map((move) => move.action), past.at, past.open], () => {
		/** @type {HTMLElement[]} */
		const turns = [];
		const told = el("p", { class: "told muted" });
		/** What a move did. @param {number} index @param {boolean} aloud */
		const tell = async (index, aloud) => {
			told.textContent = await past.explain(index);
			if (aloud) announce(told.textContent);
		};
		moves.forEach((move, index) => {
			if (move.turn === index)
				turns.push(
					el(
						"li",
						{},
						el("span", { class: "number muted" }, turns.length + 1),
						move.seat === null ? "" : swatch(page.colour(move.seat)),
					),
				);
			const press = button(written(move.action, page.game.name), () => void past.look(index + 1), {
				class: "move",
				"data-key": `move${index}`,
				"aria-current": index + 1 === at && "step",
				"aria-disabled": !past.open && "true",
				on: {
					pointerenter: () => void tell(index, false),
					focus: () => void tell(index, press.matches(":focus-visible")),
				},
			});
			turns[turns.length - 1].append(press);
		});
		const list = el("ol", { class: "moves", tabindex: "0", "aria-label": t("moves.title") }, turns);
		resized.disconnect();
		resized.observe(list);
		return [
			el("h2", { class: "unseen" }, t("moves.title")),
			list,
			past.open &&
				el(
					"div",
					{ class: "row steps", role: "group", "aria-label": t("moves.steps") },
					step("first", t("moves.first"), 0),
					step("back", t("moves.back"), at && at - 1),
					step("forward", t("moves.forward"), Math.min(at + 1, moves.length)),
					step("last", t("moves.last"), moves.length),
				),
			told,
		];
	});
}

/** Scrolls to the move before the moment that is shown: when the list is new, and when other panels, which come and go,
 * leave it more or less room. */
const resized = new ResizeObserver(([{ target }]) => {
	const current = target.querySelector("[aria-current]");
	if (current instanceof HTMLElement)
		target.scrollTop = current.offsetTop - (target.clientHeight - current.offsetHeight) / 2;
});
