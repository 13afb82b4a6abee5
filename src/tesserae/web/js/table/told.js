// @ts-check
/** Tells players what happened apart from moves: offers, answers to them, turns that were taken back. */

import { t } from "../i18n.js";

/** @param {Pick<TablePage, "draw" | "gaveUp" | "mine" | "name" | "status">} page
 * @param {{kind: string, seat: number | null, data: {what?: string, how?: string}}} event */
export function tellEvent(page, { kind, seat, data }) {
	if (seat === null) return;
	const own = page.mine.includes(seat);
	if (kind === "resigned" || kind === "flagged") {
		page.gaveUp = seat;
		return page.draw(false);
	}
	const words = { name: page.name(seat) };
	if (kind === "undone") {
		if (data.how !== "undo") page.status.explain(own ? t("told.undone.own") : t("told.undone", words), null, "told");
	} else if (!own && data.what) page.status.explain(t(`told.${kind}.${data.what}`, words), null, "told");
	else if (own && kind === "accepted") page.status.explain(t(`told.accepted.own.${data.what}`), null, "told");
}
