// @ts-check
/** Several people at one screen: it shows the view of the seat that is to act, after a curtain if the game has hidden
 * information. */

import { button, el, loadStyle, refill } from "../dom.js";
import { t } from "../i18n.js";
import { sideName } from "../names.js";
import { announce } from "../shell.js";

/** Members of the page that are used here.
 * @typedef {"clearBoard" | "draw" | "focusBoard" | "game" | "layout" | "live" | "main" | "mine" | "over" | "past" |
 *   "table" | "view"} Needed */

await loadStyle("box");

export class HotSeat {
	/** @type {number | null} */ #facing = null; // the seat whose player is at the screen
	curtain = el("div", { class: "curtain", hidden: true });

	/** @param {Pick<TablePage, Needed>} page */
	constructor(page) {
		this.page = page;
		page.main.append(this.curtain);
	}

	/** Whether nothing but the curtain may be shown now. */
	covers() {
		const { game, layout, live, main, mine, table, view } = this.page;
		const several = mine.length > 1 && table.status === "playing" && view !== null;
		if (!several || live.seat === null) {
			this.curtain.hidden = true;
			if (!layout.isConnected) main.append(layout);
			return false;
		}
		if (!game.secrets || this.#facing === live.seat) return false;
		if (layout.isConnected) this.#cover(this.#next ?? live.seat);
		return true;
	}

	/** The first of my seats that is to act. */
	get #next() {
		const { mine, view } = this.page;
		return mine.find((seat) => view?.actors.includes(seat));
	}

	/** Without hidden information: switch to the seat that is to act, when the last move and its effects have been
	 * shown. */
	async passOn() {
		const { game, live, mine, view } = this.page;
		if (game.secrets || live.waiting || mine.length < 2 || live.seat === null || view?.actors.includes(live.seat))
			return;
		const next = this.#next;
		if (next !== undefined) await live.look(next);
	}

	/** The next seat to act, if it is another one at this screen and the game has hidden information. */
	get #successor() {
		const { game, live, mine, over, view } = this.page;
		if (mine.length < 2 || !game.secrets || over || !view || live.seat === null) return null;
		return view.actors.includes(live.seat) ? null : (this.#next ?? null);
	}

	/** The text while the screen waits to be handed over. */
	get sentence() {
		const successor = this.#successor;
		return successor === null ? "" : t("status.pass-on", { name: sideName(this.page.game, successor) });
	}

	/** The button that hides what the next player must not see. */
	more() {
		const successor = this.#successor;
		return (
			successor !== null &&
			button(t("curtain.hide"), () => this.handOver(successor), { class: "primary", "data-key": "hide" })
		);
	}

	/** The button that switches to another seat. @param {number} seat */
	looking(seat) {
		const { live, mine } = this.page;
		return (
			mine.length > 1 &&
			seat !== live.seat &&
			button(t("seats.look"), () => this.handOver(seat), { class: "small", "data-key": `look${seat}` })
		);
	}

	/** Hide everything until the player of that seat has taken over. @param {number} seat */
	handOver(seat) {
		const { game, live, past } = this.page;
		if (!game.secrets) return void live.look(seat);
		this.#facing = null;
		past.at = null;
		this.#cover(seat);
	}

	/** @param {number} seat */
	#cover(seat) {
		const { page, curtain } = this;
		page.clearBoard();
		page.layout.remove();
		announce("");
		const name = sideName(page.game, seat);
		const show = button(t("curtain.show", { name }), () => void this.#takeOver(seat), { class: "primary" });
		const title = el("h2", {}, t("curtain.title", { name }));
		refill(curtain, el("div", { class: "box notice" }, title, el("p", {}, t("curtain.text")), show));
		curtain.hidden = false;
		show.focus();
	}

	/** The player of a seat is at the screen now. @param {number} seat */
	async #takeOver(seat) {
		const { page } = this;
		await page.live.look(seat);
		this.#facing = seat;
		page.past.remember(true);
		this.curtain.hidden = true;
		page.main.append(page.layout);
		page.draw(false);
		page.focusBoard();
	}
}
