// @ts-check
/** A bar that fills while a bot thinks. */

import { motion } from "../settings.js";

/** @param {HTMLElement} panel @param {{seat: number, seconds: number}} message */
export function showThinking(panel, { seat, seconds }) {
	const bar = panel.querySelector(`[data-seat="${seat}"] .thinking`);
	if (bar && motion()) bar.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: seconds * 1000, fill: "none" });
}
