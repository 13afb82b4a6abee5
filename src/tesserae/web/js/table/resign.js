// @ts-check
/** Asks for confirmation of what cannot be reverted: resigning, and taking back a turn against bots. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { drawControls } from "./controls.js";

/** @param {HTMLElement} panel @param {Parameters<typeof drawControls>[1]} page
 * @param {"resign" | "takeback"} what @param {Props} command */
export function askBack(panel, page, what, command) {
	const close = () => {
		page.asking = false;
		drawControls(panel, page);
	};
	page.asking = true;
	const no = button(t("cancel"), close, { "data-key": "no" });
	redraw(panel, what, () =>
		el(
			"div",
			{ class: "row", role: "group", "aria-label": t(`controls.${what}`) },
			el("span", {}, t(`controls.really.${what}`)),
			button(t(`controls.${what}`), () => (close(), void page.command(command)), {
				class: what === "resign" ? "danger" : "primary",
				"data-key": "yes",
			}),
			no,
		),
	);
	no.focus();
}
