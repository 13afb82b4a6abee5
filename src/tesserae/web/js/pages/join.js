// @ts-check
/** Joining a table by its short code: choosing a name and a seat. */

import { button, el, loadStyle, refill } from "../dom.js";
import { addTexts, list, t } from "../i18n.js";
import { GUEST, gameTitle, personName, seatName } from "../names.js";
import { api, loadGame } from "../net.js";
import { go, titled } from "../shell.js";
import { swatch } from "../boards/kit.js";

/** @typedef {import("../types.js").Summary} Summary */

/** @param {HTMLElement} main @param {string} code as it stands in the address */
export async function open(main, code) {
	await Promise.all([addTexts("party"), loadStyle("party")]);
	titled(t("join.title"));
	const typed = decodeURIComponent(code);
	if (!typed) return void refill(main, asking("", ""));
	try {
		const { id } = await api("GET", `/api/codes/${encodeURIComponent(typed)}`);
		const [me, table] = await Promise.all([api("GET", "/api/me"), api("GET", `/api/tables/${id}`)]);
		await loadGame(table.game);
		if (table.seats.some((/** @type {import("../types.js").Seat} */ seat) => seat.mine)) return go(`/t/${id}`, true);
		refill(main, welcome(table, me.name));
	} catch (failure) {
		refill(main, asking(typed, /** @type {Error} */ (failure).message));
	}
}

/** @param {string} typed @param {string} trouble */
function asking(typed, trouble) {
	const input = el("input", {
		id: "code",
		value: typed,
		required: true,
		maxlength: 20,
		autocomplete: "off",
		autocapitalize: "characters",
		spellcheck: "false",
		"aria-describedby": trouble ? "trouble" : null,
		"aria-invalid": trouble ? "true" : null,
	});
	const submit = (/** @type {Event} */ event) => (
		event.preventDefault(),
		input.value.trim() && go(`/j/${encodeURIComponent(input.value.trim())}`)
	);
	return el(
		"form",
		{ class: "box join", on: { submit } },
		el("h1", {}, t("join.title")),
		el("label", { for: "code" }, t("join.code")),
		input,
		trouble && el("p", { class: "error", role: "alert", id: "trouble" }, trouble),
		el("button", { type: "submit", class: "primary" }, t("join.find")),
	);
}

/** @param {Summary} table @param {string} called */
function welcome(table, called) {
	const late = table.party && table.status === "playing"; // a latecomer replaces a bot that keeps its seat for nobody
	const watch = el("a", { class: late ? "button" : "button primary", href: `/t/${table.id}` }, t("join.watch"));
	const free = table.seats.flatMap((seat, number) =>
		(late ? seat.kind === "bot" && !seat.name : seat.kind === "open") ? [number] : [],
	);
	const people = table.seats.filter((seat) => seat.kind !== "open").map((seat) => seatName(seat, ""));
	const title = [
		el("h1", {}, gameTitle(table.game)),
		el("p", { class: "muted" }, people.length ? t("join.there", { names: list(people) }) : t("join.first")),
	];
	if (!free.length || !(late || table.status === "waiting"))
		return el("div", { class: "box join" }, title, el("p", {}, t("join.full")), watch);
	const name = el("input", {
		id: "name",
		value: GUEST.test(called) ? "" : called,
		placeholder: personName(called),
		maxlength: 30,
		autocomplete: "nickname",
	});
	const error = el("p", { class: "error", role: "alert", hidden: true });
	const press = el("button", { type: "submit", class: "primary" }, t("join.sit"));
	let seat = free[0];
	const submit = async (/** @type {Event} */ event) => {
		event.preventDefault();
		press.disabled = true;
		try {
			if (name.value.trim() && name.value !== called) await api("PUT", "/api/me", { name: name.value });
			await api("POST", `/api/tables/${table.id}/join`, { seat });
			go(`/t/${table.id}`, true);
		} catch (failure) {
			press.disabled = false;
			error.hidden = false;
			refill(
				error,
				/** @type {Error} */ (failure).message,
				" ",
				button(t("error.again"), () => go(location.pathname), { class: "small" }),
			);
		}
	};
	return el(
		"form",
		{ class: "box join", on: { submit } },
		title,
		late && el("p", {}, t("join.late")),
		el("label", { for: "name" }, t("join.name")),
		name,
		teams(table, free, (number) => (seat = number)),
		error,
		press,
		late && watch,
	);
}

/** The choice of a team, if there is one.
 * @param {Summary} table @param {number[]} free @param {(seat: number) => void} choose */
function teams(table, free, choose) {
	const count = table.teams;
	if (!count) return null;
	const seats = Array.from({ length: count }, (_, team) => free.find((seat) => seat % count === team));
	if (seats.filter((seat) => seat !== undefined).length < 2) return null;
	const mates = (/** @type {number} */ team) =>
		list(
			table.seats
				.filter((seat, number) => number % count === team && seat.kind !== "open")
				.map((seat) => seatName(seat, "")),
		);
	return el(
		"fieldset",
		{},
		el("legend", {}, t("join.team")),
		seats.map((seat, team) => {
			if (seat === undefined) return null;
			const input = el("input", {
				type: "radio",
				name: "team",
				id: `team-${team}`,
				checked: seat === free[0],
				on: { change: () => choose(seat) },
			});
			return el(
				"label",
				{ class: "choice", for: `team-${team}` },
				input,
				swatch(team),
				el("span", {}, t("join.team.number", { n: team + 1 })),
				el("span", { class: "muted" }, mates(team)),
			);
		}),
	);
}
