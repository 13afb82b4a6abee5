// @ts-check
/** Offers that wait for an answer, and what the referee can do. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";

/** @type {Draw<"command" | "file" | "mine" | "name" | "table">} */
export function drawOffers(panel, page) {
	const { offers: made, owner, seats } = page.table;
	redraw(panel, [made, owner, seats], () => [offers(page), refereeing(page)]);
}

/** What the owner may do as the referee. @param {Pick<TablePage, "command" | "file" | "table">} page */
function refereeing(page) {
	const { table } = page;
	if (!table.owner || !table.settings.referee) return null;
	const sides = [...new Set(table.seats.map((seat, number) => seat.team ?? number))];
	return el(
		"div",
		{ class: "row", role: "group", "aria-label": t("referee.title") },
		page.file
			.referee?.(sides)
			.map(({ action, label }) =>
				button(label, () => void page.command({ t: "act", seat: null, actions: [action] }), { "data-key": action }),
			),
	);
}

/** @param {Pick<TablePage, "command" | "mine" | "name" | "table">} page */
function offers(page) {
	return /** @type {const} */ (["draw", "takeback"]).map((what) => {
		const offer = page.table.offers[what];
		if (!offer) return null;
		const agreed = page.mine.some((seat) => offer.accepted.includes(seat));
		const own = offer.mine || agreed;
		const text = offer.mine
			? t(`offer.${what}.own`)
			: agreed
				? t(`offer.${what}.agreed`)
				: t(`offer.${what}`, { name: page.name(offer.seat) });
		return el(
			"div",
			{ class: "offer", role: "group" },
			el("span", {}, text),
			own || !page.mine.length
				? offer.mine &&
						button(t("offer.withdraw"), () => void page.command({ t: "decline", what }), { "data-key": `no-${what}` })
				: [
						button(t("offer.accept"), () => void page.command({ t: "accept", what }), {
							class: "primary",
							"data-key": `yes-${what}`,
						}),
						button(t("offer.decline"), () => void page.command({ t: "decline", what }), { "data-key": `no-${what}` }),
					],
		);
	});
}
