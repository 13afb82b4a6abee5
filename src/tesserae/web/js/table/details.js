// @ts-check
/** Details of a table: its link, moving a seat to another device, the proof that nobody chose the deal. */

import { copyable } from "../copyable.js";
import { button, el, loadStyle, refill } from "../dom.js";
import { t } from "../i18n.js";

await loadStyle("pages");

/** @type {Draw<"mine" | "post" | "table">} */
export function drawDetails(panel, page) {
	const { table } = page;
	if (panel.firstChild) return;
	refill(
		panel,
		table.settings.party && el("a", { class: "button", href: `/party/${table.id}` }, t("party.screen")),
		el("h3", {}, t("waiting.link")),
		el("p", {}, t("info.invite")),
		copyable(t("waiting.link"), `${location.origin}/t/${table.id}`),
		table.status === "playing" && page.mine.length > 0 && deviceLink(page),
		table.commitment && el("p", { class: "muted fair" }, t("info.fair"), el("code", {}, table.commitment)),
		table.secret && el("p", { class: "muted fair" }, t("info.secret"), el("code", {}, table.secret)),
	);
}

/** @param {Pick<TablePage, "post">} page */
function deviceLink(page) {
	const box = el("div", {});
	box.append(
		button(t("info.device"), async () => {
			const url = (await page.post("seat-link"))?.url; // works once
			if (url)
				box.replaceChildren(
					el("h3", {}, t("info.device.title")),
					el("p", {}, t("info.device.text")),
					copyable(t("info.device.title"), new URL(url, location.origin).href, ""),
				);
		}),
	);
	return box;
}
