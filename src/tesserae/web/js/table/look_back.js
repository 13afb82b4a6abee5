// @ts-check
/** Looking back at an earlier moment of a game, while it is played. */

import { api } from "../net.js";
import { patched } from "../patch.js";
import { announce } from "../shell.js";

/** @typedef {{views: View[], moves: Move[], effects: Effect[][]}} Replay */

/** @param {import("./past.js").Past} past @param {number | null} at */
export async function look(past, at) {
	const { page, views } = past;
	const wanted = at === null || at >= past.moves.length ? null : Math.max(0, at);
	if (wanted !== null && !past.viewAt(wanted))
		await recall(page).then((replay) => {
			replay?.views.forEach((view, moves) => views.has(moves) || views.set(moves, view));
			if (replay) past.told = replay.effects;
		});
	if (wanted !== null && !past.viewAt(wanted)) return;
	if (past.at === null && wanted !== null) page.status.withdraw();
	if (at !== null && wanted === null) page.live.paced?.hurry(); // show waiting moves, too
	past.at = wanted;
	history.replaceState(null, "", `${location.pathname}${wanted === null ? "" : `#${wanted}`}`);
	if (wanted !== null && wanted > 0) announce(past.describe(wanted - 1));
	page.draw(true);
}

/** The moves so far, as the viewer saw them; with nothing hidden when the game is over.
 * @param {Pick<TablePage, "live" | "over" | "status" | "table">} page @returns {Promise<Replay | null>} */
export async function recall({ live, over, status, table }) {
	const seat = live.seat === null || over ? "" : `?seat=${live.seat}`;
	try {
		const { view, moves, changes, effects } = await api("GET", `/api/tables/${table.id}/replay${seat}`);
		/** @type {View[]} */ const views = [view];
		for (const change of changes) views.push(patched(views[views.length - 1], change));
		return { views, moves, effects };
	} catch (failure) {
		status.explain(/** @type {Error} */ (failure).message);
		return null;
	}
}
