// @ts-check
/** Before the game: the link to send, the seats still free. */

import { copyable } from "../copyable.js";
import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../shell.js";

/** @type {Draw} */
export function drawWaiting(panel, page) {
	const { table } = page;
	const open = table.seats.filter((seat) => seat.kind === "open").length;
	redraw(panel, [open, table.owner, page.mine, table.seats], () => {
		const address = `${location.origin}/t/${table.id}`;
		const { party } = table.settings;
		const shuffle = page.mine.length > 0 && !party && (page.game.secrets || page.game.memory) && el("div");
		if (shuffle) void import("./shuffle.js").then(({ shuffleWord }) => shuffle.append(shuffleWord(page)));
		return el(
			"div",
			{ class: "box notice" },
			el("h2", {}, open ? t("waiting.title", { n: open }) : t("waiting.full")),
			open > 0 && el("p", {}, t(!page.mine.length ? "waiting.join" : party ? "waiting.party" : "waiting.send")),
			open > 0 && !party && copyable(t("waiting.link"), address),
			shuffle,
			el(
				"div",
				{ class: "row" },
				table.owner &&
					open > 0 &&
					button(t("waiting.bots"), () => void page.post("start", { level: page.level }), { "data-key": "bots" }),
				page.mine.some((seat) => !table.seats[seat].ready) &&
					button(t("waiting.ready"), () => void page.command({ t: "ready" }), {
						class: "primary",
						"data-key": "ready",
					}),
				party &&
					(table.owner || !page.mine.length) &&
					el("a", { class: "button", href: `/party/${table.id}` }, t("party.screen")),
				page.mine.length > 0 &&
					button(t("waiting.leave"), async () => (await page.command({ t: "leave" })) && go("/"), {
						"data-key": "leave",
					}),
			),
		);
	});
}
