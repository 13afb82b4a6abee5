// @ts-check
/** The chat of a table. */

import { el, refill } from "../dom.js";
import { t } from "../i18n.js";
import { personName } from "../names.js";

/** @type {Draw<"command" | "live" | "mine">} */
export function drawChat(panel, page) {
	if (!panel.firstChild) fill(panel, page);
	const [lines, form] = /** @type {HTMLElement[]} */ ([...panel.children]);
	form.hidden = !page.mine.length;
	const { chat } = page.live;
	if (lines.childElementCount === chat.length) return;
	refill(
		lines,
		chat.map((line) => el("li", {}, el("strong", {}, personName(line.name)), " ", line.text)),
	);
	lines.scrollTop = lines.scrollHeight;
}

/** Created once, so that unsent text is not lost. @type {Draw<"command">} */
function fill(panel, page) {
	const input = el("input", { id: "chat", maxlength: 500, autocomplete: "off", placeholder: t("chat.say") });
	const form = el("form", { class: "row" }, el("label", { for: "chat", class: "unseen" }, t("chat.say")), input);
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		const text = input.value.trim();
		if (!text) return;
		input.value = "";
		if (!(await page.command({ t: "chat", text })) && !input.value) input.value = text;
	});
	refill(panel, el("ul", { class: "lines", tabindex: "0", "aria-label": t("chat.title") }), form);
}
