// @ts-check
/** The progress bar of a bot that thinks. */

import { t } from "../i18n.js";
import { motion } from "../settings.js";

/** @param {HTMLElement} panel @param {{seat: number, seconds: number, short: boolean}} message */
export function showThinking(panel, { seat, seconds, short }) {
	const bar = panel.querySelector(`[data-seat="${seat}"] .thinking`);
	if (bar instanceof HTMLElement) bar.title = short ? t("seats.hurried") : "";
	if (bar && motion()) bar.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: seconds * 1000, fill: "none" });
}
