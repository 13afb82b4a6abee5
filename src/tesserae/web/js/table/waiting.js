// @ts-check
/** Before the game: a name and a seat for a guest, a link and a QR code to invite others. */

import { copyable } from "../copyable.js";
import { button, el, redraw } from "../dom.js";
import { list, t } from "../i18n.js";
import { GUEST, gameTitle, personName, seatName, sideName } from "../names.js";
import { api } from "../net.js";
import { go } from "../shell.js";

/** The fields for names, which are kept when the panel is redrawn. @type {WeakMap<object, HTMLInputElement>} */
const fields = new WeakMap();

/** @type {Draw<"command" | "game" | "level" | "mine" | "post" | "status" | "table">} */
export function drawWaiting(panel, page) {
	const { table, mine } = page;
	redraw(panel, [table.owner, mine, table.seats.map(({ kind, name, ready }) => [kind, name, ready])], () => {
		const open = table.seats.findIndex((seat) => seat.kind === "open");
		const { party } = table.settings;
		const guest = open >= 0 && !mine.length;
		return el(
			"div",
			{ class: "box notice" },
			el("h2", {}, title(page, guest)),
			guest && sitting(page, open),
			mine.some((seat) => !table.seats[seat].ready) &&
				button(t("waiting.ready"), () => void page.command({ t: "ready" }), {
					class: "primary large",
					"data-key": "ready",
				}),
			open >= 0 && party && !guest && el("p", {}, t("waiting.party")),
			open >= 0 && !party && invitation(page, guest),
			mine.length > 0 && !party && (page.game.secrets || page.game.memory) && shuffling(page),
			el(
				"div",
				{ class: "row" },
				table.owner &&
					open >= 0 &&
					button(t("waiting.bots"), () => void page.post("start", { level: page.level }), { "data-key": "bots" }),
				party &&
					(table.owner || !mine.length) &&
					el("a", { class: "button", href: `/party/${table.id}` }, t("party.screen")),
				mine.length > 0 &&
					button(t("waiting.leave"), async () => (await page.command({ t: "leave" })) && go("/"), {
						"data-key": "leave",
					}),
			),
		);
	});
}

/** What the table is waiting for. @param {Pick<TablePage, "game" | "table">} page @param {boolean} guest */
function title({ game, table }, guest) {
	const open = table.seats.filter((seat) => seat.kind === "open").length;
	if (guest) {
		const names = table.seats.filter((seat) => seat.kind === "person").map((seat) => seatName(seat, ""));
		const words = { n: names.length, game: gameTitle(table.game), names: list(names) };
		return t(names.length ? "waiting.invited" : "waiting.first", words);
	}
	if (open) return t("waiting.title", { n: open });
	const awaited = table.seats.flatMap((seat, number) =>
		seat.kind === "person" && !seat.ready && !seat.mine ? [seatName(seat, sideName(game, number))] : [],
	);
	return awaited.length ? t("waiting.for", { n: awaited.length, names: list(awaited) }) : t("waiting.full");
}

/** The field for your name, and the button to sit down.
 * @param {Pick<TablePage, "command" | "status">} page @param {number} seat */
function sitting(page, seat) {
	const name =
		fields.get(page) ?? el("input", { id: "name", maxlength: 30, autocomplete: "nickname", "data-key": "name" });
	if (!fields.has(page))
		void api("GET", "/api/me").then(({ name: called }) => {
			if (GUEST.test(called)) name.placeholder = personName(called);
			else name.value ||= called;
		});
	fields.set(page, name);
	const press = el("button", { type: "submit", class: "primary large", "data-key": "sit" }, t("waiting.sit"));
	const submit = async (/** @type {Event} */ event) => {
		event.preventDefault();
		press.disabled = true;
		const typed = name.value.trim();
		try {
			if (typed) await api("PUT", "/api/me", { name: typed });
			await page.command({ t: "sit", seat });
		} catch (failure) {
			page.status.explain(/** @type {Error} */ (failure).message);
		}
		press.disabled = false;
	};
	return el("form", { class: "sitting", on: { submit } }, el("label", { for: "name" }, t("waiting.name")), name, press);
}

/** The link to the table, and its QR code.
 * @param {Pick<TablePage, "table">} page @param {boolean} guest */
function invitation({ table }, guest) {
	const picture = el("img", { class: "qr", src: `/api/tables/${table.id}/qr.svg`, alt: t("waiting.qr"), width: 112 });
	return el(
		"div",
		{ class: "invitation" },
		el(
			"div",
			{},
			el("p", {}, t(guest ? "waiting.share" : "waiting.send")),
			copyable(t("waiting.link"), `${location.origin}/t/${table.id}`, guest ? "" : "primary"),
		),
		picture,
	);
}

/** The word for the shuffle, in a closed box, because few people use it.
 * @param {Pick<TablePage, "command" | "mine" | "table">} page */
function shuffling(page) {
	const box = el("details", {}, el("summary", {}, t("waiting.word.about")));
	const fill = () =>
		box.open &&
		box.childElementCount === 1 &&
		void import("./shuffle.js").then(({ shuffleWord }) => box.append(...shuffleWord(page)));
	box.addEventListener("toggle", fill);
	return box;
}
