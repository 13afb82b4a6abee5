// @ts-check
/** Moves a seat to this device. The link works only once, so nothing happens before the button is pressed. */

import { button, el, refill } from "../dom.js";
import { list, t } from "../i18n.js";
import { gameTitle, seatName } from "../names.js";
import { api, loadGame } from "../net.js";
import { go, titled } from "../shell.js";

/** @param {HTMLElement} main @param {string} id */
export async function open(main, id) {
	titled(t("seat-link.title"));
	/** @type {import("../types.js").Summary | null} */
	const table = await api("GET", `/api/tables/${id}`).catch(() => null); // strangers cannot see a private table
	if (table) await loadGame(table.game);
	const people = table?.seats.filter(({ kind }) => kind !== "open") ?? [];
	const told = el("p", { class: "error", role: "alert", hidden: true });
	const take = button(t("seat-link.take"), () => void claim(), { class: "primary large" });
	async function claim() {
		take.disabled = true;
		try {
			await api("POST", `/api/tables/${id}/claim`, { token: location.hash.slice(1) });
			go(`/t/${id}`, true);
		} catch (failure) {
			told.hidden = false;
			told.textContent = /** @type {Error} */ (failure).message;
		}
	}
	refill(
		main,
		el(
			"div",
			{ class: "box notice" },
			el("h1", {}, t("seat-link.title")),
			table &&
				el("p", { class: "muted" }, `${gameTitle(table.game)}: ${list(people.map((seat) => seatName(seat, "")))}`),
			el("p", {}, t("seat-link.text")),
			told,
			take,
			el("a", { class: "button", href: `/t/${id}` }, t("seat-link.watch")),
		),
	);
}
