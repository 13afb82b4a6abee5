// @ts-check
/** The clocks. */

import { t } from "../i18n.js";

/** Update only the numbers. @param {HTMLElement} panel @param {Pick<TablePage, "table" | "live">} page */
export function drawClocks(panel, page) {
	const { clock } = page.table;
	if (!clock) return;
	const passed = Math.max(0, Date.now() + page.live.ahead - clock.at);
	for (const node of panel.querySelectorAll("[data-clock]")) {
		const seat = Number(node.getAttribute("data-clock"));
		const had = clock.left[seat];
		if (had === null) continue;
		const left = Math.max(0, had - (clock.running.includes(seat) ? passed : 0));
		const text = duration(left);
		if (node.textContent !== text) node.textContent = text;
		node.classList.toggle("low", left < 20_000 && clock.running.includes(seat));
	}
}

/** @param {number} ms */
function duration(ms) {
	const seconds = ms / 1000;
	if (seconds >= 86_400) return t("clock.days", { n: Math.floor(seconds / 86_400) });
	const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
	if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
	if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
	return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
