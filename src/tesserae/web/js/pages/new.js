// @ts-check
/** New table: everything has a sensible default, and nothing is required. */

import { loadBoard } from "../boards/load.js";
import { clockChoice } from "../clock_choice.js";
import { button, checkbox, el, refill } from "../dom.js";
import { t, texts, tOr } from "../i18n.js";
import { gameTitle, personName, sideName } from "../names.js";
import { Failure, api, loadAll, say } from "../net.js";
import { newTable } from "../new_table.js";
import { settings } from "../settings.js";
import { titled } from "../shell.js";
import { row } from "./settings.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Preset} Preset */

/** @param {HTMLElement} main */
export async function open(main) {
	titled(t("nav.new"));
	const [{ games, levels }, { name }] = await Promise.all([loadAll(), api("GET", "/api/me")]);
	const asked = new URLSearchParams(location.search);
	const first = asked.has("party") ? games.reduce((most, game) => (room(game) > room(most) ? game : most)) : games[0];
	const wanted = games.find((game) => game.name === asked.get("game")) ?? first;

	/** @param {Game} game @param {string | null} [preset] */
	function show(game, preset = null) {
		refill(
			main,
			form(
				game,
				games,
				levels,
				personName(name),
				show,
				game.presets.find((one) => one.name === preset) ?? game.presets[0],
			),
		);
		remember(game, new URLSearchParams(location.search).has("party"));
	}
	show(wanted, asked.get("preset"));
}

/** The largest number of players. @param {Game} game */
const room = (game) => Math.max(...game.seats);

/** Keep the choice in the address, for other games and for a reload.
 * @param {Game} game @param {boolean} party */
function remember(game, party) {
	history.replaceState(null, "", `/new?game=${game.name}${party ? "&party" : ""}`);
}

/** @param {Game} game @param {Game[]} games @param {string[]} levels @param {string} me who is asked
 *  @param {(game: Game) => void} show @param {Preset | undefined} preset */
function form(game, games, levels, me, show, preset) {
	/** @type {Record<string, unknown>} */
	const options = { ...preset?.options };
	let seats = preset?.seats ?? game.seats[0];
	/** @type {string[]} */
	let players = [];
	const clock = clockChoice();
	const shared = { party: new URLSearchParams(location.search).has("party") };
	const more = {
		listed: false,
		watch: true,
		best_of: 1,
		flag: "lose",
		leaver: "resign",
		choose_forces: false,
		referee: preset?.referee ?? false,
	};
	const told = el("p", { role: "alert", hidden: true });
	const chairs = el("div", { class: "chairs" });
	const who = el("fieldset", {}, el("legend", {}, t("new.who")), chairs);
	const start = el("button", { type: "submit", class: "primary" }, t("new.start"));
	let complete = true; // what each seat brings
	let possible = true; // whether the settings can be combined
	let checks = 0;
	const single = el("div");
	const number = select(
		"seats",
		game.seats.map((n) => [String(n), t("new.players", { n })]),
		String(seats),
		(value) => {
			seats = Number(value);
			seatChoices();
			void check();
		},
	);
	const presets = presetChoices(game, preset, (chosen) => {
		for (const option of game.options) delete options[option.name];
		Object.assign(options, chosen.options);
		more.referee = chosen.referee;
		const referee = /** @type {HTMLInputElement | null} */ (document.getElementById("referee"));
		if (referee) referee.checked = chosen.referee;
		if (chosen.seats !== null) number.value = String((seats = chosen.seats));
		optionFields();
		seatChoices();
		void check();
	});

	function optionFields() {
		refill(
			single,
			game.options.map((option) => field(game, option, options, changed)),
		);
	}

	/** An option was changed, so the settings may match another preset, or none. The forces are built again, because
	 * other options may allow other forces. @param {Option} option @param {boolean} [full] */
	function changed(option, full = true) {
		complete = full;
		const brought = game.options.find(({ name }) => name === game.per_seat);
		if (brought && option !== brought) {
			delete options[brought.name];
			document.getElementById(`option-${brought.name}`)?.replaceWith(field(game, brought, options, changed));
		}
		presets.mark(options);
		seatChoices();
		void check();
	}

	/** Report at once if settings cannot be combined. */
	async function check() {
		const mine = ++checks;
		start.disabled = !complete || !possible;
		const answer = await api("POST", "/api/settings", asked()).catch(() => null); // then the error is shown later
		if (mine !== checks) return;
		silence();
		possible = !answer?.problem;
		start.disabled = !complete || !possible;
		if (answer?.problem) complain(new Failure(answer.problem));
	}

	/** The settings of the table. */
	function asked() {
		const chosen = Object.fromEntries(
			game.options
				.map((option) => [option.name, options[option.name]])
				.filter(([, value]) => value !== undefined && value !== ""),
		);
		return { game: game.name, seats, options: chosen, clock: clock.value(), ...more, ...shared };
	}

	/** Remove old errors. */
	function silence() {
		for (const old of result.querySelectorAll(".field .error")) old.remove();
		told.hidden = true;
	}

	/** @param {unknown} failure @returns {HTMLElement | null} the field that it is told beside */
	function complain(failure) {
		const field = failure instanceof Failure ? beside(failure) : null;
		if (!field) tell(/** @type {Error} */ (failure).message);
		return field;
	}

	const teams = () => {
		const usual = game.teams[seats];
		return usual && (Number(options.teams) || usual);
	};

	function seatChoices() {
		players = Array.from({ length: seats }, (_, seat) => players[seat] ?? (seat ? `bot:${settings.level}` : "me"));
		/** @type {[string, string][]} */
		const values = [
			["me", t("new.me")],
			["open", t("new.link")],
			...levels.map(
				(level) => /** @type {[string, string]} */ ([`bot:${level}`, t("seat.bot", { level: t(`level.${level}`) })]),
			),
		];
		refill(
			chairs,
			players.map((player, seat) => {
				const team = teams() ? ` (${t("seat.team", { n: (seat % teams()) + 1 })})` : "";
				return row(
					sideName(game, seat) + team,
					`seat-${seat}`,
					select(`seat-${seat}`, values, player, (value) => {
						players[seat] = value;
						label();
					}),
				);
			}),
		);
		label();
	}

	/** The choice of the player in a seat, beside the name of the seat. @param {number} seat */
	function called(seat) {
		const player = players[seat];
		const alone = players.filter((one) => one === "me").length === 1;
		const who =
			player === "me"
				? alone && me
				: player === "open"
					? t("seat.open")
					: t("seat.bot", { level: t(`level.${player.slice(4)}`) });
		const side = sideName(game, seat);
		return who ? `${side}: ${who}` : side;
	}

	function label() {
		for (const named of single.querySelectorAll("[data-named]")) {
			const name = called(Number(named.getAttribute("data-named")));
			if (named.matches("[role]")) named.setAttribute("aria-label", name);
			else named.textContent = name;
		}
		who.hidden = shared.party;
		start.textContent = t(shared.party ? "new.party.start" : players.includes("open") ? "new.invite" : "new.start");
	}

	async function create() {
		start.disabled = true;
		checks++;
		silence();
		const body = { settings: asked(), players: shared.party ? players.map(() => "open") : players };
		try {
			await newTable(result, body, tell, shared.party ? "party" : "t");
		} catch (failure) {
			start.disabled = false;
			complain(failure)?.focus();
		}
	}

	/** Show an error of an option beside its field, with the name that it has on this page. @param {Failure} failure */
	function beside({ what }) {
		const { option, words = {} } = what;
		const field = document.getElementById(`option-${option}`);
		if (!field) return null;
		const text = texts(game.name);
		const named = Object.fromEntries(
			["option", "other"]
				.filter((key) => key in words)
				.map((key) => [key, t("new.quoted", { label: text(`option.${words[key]}`) })]),
		);
		const told =
			"value" in words
				? t("new.impossible", { label: text(`option.${option}`), help: text(`option.${option}.help`) })
				: say({ ...what, words: { ...words, ...named }, text: undefined });
		field.closest(".field")?.append(el("p", { class: "error", role: "alert" }, told));
		field.closest("details")?.setAttribute("open", "");
		return field;
	}

	/** @param {string} text @param {string} [mark] */
	function tell(text, mark = "error") {
		told.hidden = false;
		told.className = mark;
		told.textContent = text;
	}

	const tabs = el(
		"div",
		{ class: "tabs", role: "group", "aria-label": t("new.game") },
		games.map((one) =>
			button(gameTitle(one.name), () => show(one), { "aria-pressed": one === game ? "true" : "false" }),
		),
	);
	const result = el(
		"form",
		{ class: "form box", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), void create()) } },
		el("h1", {}, t("nav.new")),
		tabs,
		el("p", { class: "muted" }, texts(game.name)("about")),
		presets.element,
		game.seats.length > 1 && row(t("new.seats"), "seats", number),
		flag("party", t("new.party"), t("new.party.help"), shared, () => (remember(game, shared.party), label())),
		who,
		clock.element,
		game.options.length ? el("details", {}, el("summary", {}, t("new.options")), single) : null,
		el(
			"details",
			{},
			el("summary", {}, t("new.more")),
			flag("listed", t("new.listed"), t("new.listed.help"), more),
			flag("watch", t("new.watch"), t("new.watch.help"), more),
			row(
				t("new.best-of"),
				"best_of",
				select(
					"best_of",
					[1, 3, 5, 7].map((n) => [String(n), t("new.games", { n })]),
					"1",
					(value) => (more.best_of = Number(value)),
				),
			),
			row(
				t("new.flag"),
				"flag",
				select(
					"flag",
					[
						["lose", t("new.flag.lose")],
						["bot", t("new.flag.bot")],
					],
					"lose",
					(value) => (more.flag = value),
				),
			),
			Object.keys(game.teams).length > 0 &&
				row(
					t("new.leaver"),
					"leaver",
					select(
						"leaver",
						[
							["resign", t("new.leaver.resign")],
							["bot", t("new.leaver.bot")],
						],
						"resign",
						(value) => (more.leaver = value),
					),
				),
			game.referee && flag("referee", t("new.referee"), texts(game.name)("referee.about"), more),
			game.per_seat && flag("choose_forces", t("new.forces"), t("new.forces.help"), more, () => void check()),
		),
		told,
		el("p", { class: "row" }, start),
	);
	optionFields();
	seatChoices();
	return result;
}

/** The presets as a row of choices, each with its sentence. @param {Game} game @param {Preset | undefined} preset
 *  @param {(preset: Preset) => void} choose */
function presetChoices(game, preset, choose) {
	const say = texts(game.name);
	const radios = game.presets.map((one) =>
		el("input", {
			type: "radio",
			name: "preset",
			id: `preset-${one.name}`,
			checked: one === preset,
			"aria-describedby": `preset-${one.name}-about`,
			on: { change: () => choose(one) },
		}),
	);
	const element =
		game.presets.length > 1 &&
		el(
			"fieldset",
			{ class: "presets" },
			el("legend", {}, t("new.presets")),
			game.presets.map((one, n) =>
				el(
					"div",
					{ class: "field check" },
					radios[n],
					el("label", { for: radios[n].id }, say(`preset.${one.name}`)),
					el("p", { class: "help", id: `preset-${one.name}-about` }, say(`preset.${one.name}.about`)),
				),
			),
		);
	/** @param {Record<string, unknown>} options */
	const mark = (options) => {
		for (const [n, one] of game.presets.entries())
			radios[n].checked = game.options.every((option) => same(option, options, one.options));
	};
	return { element, mark };
}

/** Whether an option has the same value in both.
 * @param {Option} option @param {Record<string, unknown>} one @param {Record<string, unknown>} other */
function same(option, one, other) {
	return JSON.stringify(one[option.name] ?? option.default) === JSON.stringify(other[option.name] ?? option.default);
}

/** @param {string} id
 * @param {[string, string][]} values @param {string} value @param {(value: string) => void} change */
function select(id, values, value, change) {
	return el(
		"select",
		{ id, on: { change: (/** @type {Of<HTMLSelectElement>} */ event) => change(event.target.value) } },
		values.map(([key, text]) => el("option", { value: key, selected: key === value }, text)),
	);
}

/** @param {string} name
 * @param {string} label @param {string} help @param {Record<string, unknown>} values @param {() => void} [changed] */
function flag(name, label, help, values, changed) {
	return checkbox(name, label, help, values[name], (checked) => ((values[name] = checked), changed?.()));
}

/** The field for an option; the chosen value is put into `values`. @param {Game} game
 * @param {Option} option @param {Record<string, unknown>} values
 * @param {(option: Option, complete?: boolean) => void} changed */
export function field(game, option, values, changed) {
	const key = `option.${option.name}`;
	const t = texts(game.name);
	const id = `option-${option.name}`;
	const [label, help] = [t(key), t(`${key}.help`)];
	if (option.kind === "flag") {
		const change = (/** @type {Of<HTMLInputElement>} */ event) => (
			(values[option.name] = event.target.checked),
			changed(option)
		);
		return el(
			"div",
			{ class: "field check" },
			el("input", {
				type: "checkbox",
				id,
				checked: values[option.name] ?? option.default,
				"aria-describedby": `${id}-help`,
				on: { change },
			}),
			el("label", { for: id }, label),
			el("p", { class: "help", id: `${id}-help` }, help),
		);
	}
	if (option.name === game.per_seat)
		return perSeat(game, values, label, help, id, (complete) => changed(option, complete));
	const choices =
		option.kind === "number"
			? Array.from({ length: (option.high ?? 0) - (option.low ?? 0) + 1 }, (_, n) => String((option.low ?? 0) + n))
			: option.values?.map(String);
	if (choices) {
		const named = choices.map(
			(value) => /** @type {[string, string]} */ ([value, tOr(`${key}.${value}`, value, game.name)]),
		);
		return row(
			label,
			id,
			select(id, named, String(values[option.name] ?? option.default), (value) => {
				values[option.name] = /^\d+$/.test(value) ? Number(value) : value;
				changed(option);
			}),
			help,
		);
	}
	const input = el("textarea", {
		id,
		rows: 1,
		placeholder: tOr(`${key}.empty`, String(option.default ?? ""), game.name),
	});
	input.addEventListener("change", () => {
		values[option.name] = input.value.trim() || undefined;
		changed(option);
	});
	return row(label, id, input, help);
}

/** The forces of all seats, chosen with the builder of the board.
 * @param {Game} game @param {Record<string, unknown>} values @param {string} label
 *  @param {string} help @param {string} id @param {(complete: boolean) => void} changed */
function perSeat(game, values, label, help, id, changed) {
	const name = /** @type {string} */ (game.per_seat);
	const hosts = Array.from({ length: game.seats[0] }, (_, seat) =>
		el("div", { role: "group", "aria-label": sideName(game, seat), "data-named": seat }),
	);
	const builders = el("div", { class: "builders" });
	const box = el(
		"details",
		{ class: "field", id },
		el("summary", {}, label),
		el("p", { class: "help" }, help),
		builders,
	);
	box.addEventListener("toggle", async () => {
		if (!box.open || builders.childElementCount) return;
		const { builder } = await loadBoard(game.name);
		refill(
			builders,
			hosts.map((host, seat) => el("div", {}, el("strong", { "data-named": seat }, sideName(game, seat)), host)),
		);
		/** @type {string | undefined} */
		let standard;
		builder?.(hosts, values, (texts) => {
			standard ??= String(texts);
			values[name] = texts && String(texts) !== standard ? texts : undefined;
			changed(texts !== null);
		});
	});
	return box;
}
