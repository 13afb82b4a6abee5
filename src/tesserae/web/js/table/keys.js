// @ts-check
/** All keys, on "?". */

import { button, el } from "../dom.js";
import { addTexts, t, tOr } from "../i18n.js";

/** @param {Pick<TablePage, "game" | "main">} page */
export async function showKeys(page) {
	if (document.querySelector("dialog.keys")) return;
	if (!tOr("keys.title", "")) await addTexts("keys");
	const game = page.game.name;
	/** @type {[string, string][]} */
	const keys = [
		["← →", t("keys.step")],
		["Home End", t("keys.ends")],
		["Tab", t("keys.tab")],
		["← ↑ ↓ →", t("keys.walk")],
		["Enter", t("keys.choose")],
		["Esc", t("keys.escape")],
		["?", t("keys.help")],
	];
	const own = tOr("keys.own", "", game);
	if (own) keys.push([tOr("keys.own.keys", "", game), own]);
	const dialog = el(
		"dialog",
		{ class: "keys panel", "aria-label": t("keys.title") },
		el("h2", {}, t("keys.title")),
		el(
			"dl",
			{ class: "summary" },
			keys.map(([key, what]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, what))),
		),
		el("p", { class: "muted note" }, t("keys.mouse")),
		button(t("keys.close"), () => dialog.close(), { class: "primary" }),
	);
	dialog.addEventListener("close", () => dialog.remove());
	page.main.append(dialog);
	dialog.showModal();
}
