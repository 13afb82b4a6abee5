// @ts-check
/** A hint: the best move of a bot, on the board and in words. */

import { telling } from "../actions.js";
import { tellAll } from "../effects.js";
import { list, t } from "../i18n.js";
import { say } from "../net.js";
import { advise, extras, grade } from "./advice.js";

/** Members of the page that are used here.
 * @typedef {"advice" | "board" | "called" | "file" | "game" | "host" | "live" | "name" | "status" | "view"} Needed */

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @param {Pick<TablePage, Needed>} page */
export async function hint(page) {
	await extras();
	const { view } = page;
	const seat = page.live.seat;
	page.status.explain(t("hint.thinking"), null, "advises");
	const answer = await page.live.ask({ t: "hint", seat });
	if (page.view !== view || !view || seat === null) return; // the game has moved on
	if (answer.t !== "hint") return page.status.explain(say(answer), answer.rule);
	const { line } = answer;
	const reply = line.findIndex(([actor]) => actor !== seat);
	const turn = line.slice(0, reply < 0 ? line.length : reply).map(([, action]) => action);
	// In a game of memory only one step: more would reveal which tiles lie where.
	const steps = page.game.memory ? turn.slice(0, 1) : turn;
	const words = (/** @type {string} */ action) => page.file.describe(action, view);
	const told = [t("hint.best", { what: list(telling(page.game.name, steps).map(words)) })];
	const best = answer.candidates[0];
	told.push(tellAll(page.game.name, best.effects ?? [], (one) => page.called(one)));
	told.push(t(`hint.value.${grade(best.value)}`));
	if (reply >= 0 && steps.length === turn.length)
		told.push(t("hint.reply", { name: page.name(line[reply][0]), what: words(line[reply][1]) }));
	page.status.explain(told.filter(Boolean).join(" "), null, "advises");
	advise(page, steps);
}
