// @ts-check
/** Resigning is asked back about. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { drawControls } from "./controls.js";

/** @type {Draw} */
export function askBack(panel, page) {
	const seat = page.live.seat;
	const close = () => {
		page.asking = false;
		drawControls(panel, page);
	};
	page.asking = true;
	const no = button(t("cancel"), close, { "data-key": "no" });
	redraw(panel, "resign", () =>
		el(
			"div",
			{ class: "row", role: "group", "aria-label": t("controls.resign") },
			el("span", {}, t("controls.really")),
			button(t("controls.resign"), () => (close(), void page.command({ t: "resign", seat })), {
				class: "danger",
				"data-key": "yes",
			}),
			no,
		),
	);
	no.focus();
}
