// @ts-check
/** The lab: bots play many games of a rule set, and the estimates become more precise over time. */

import { el, loadStyle, refill, svg } from "../dom.js";
import { addTexts, language, t, texts } from "../i18n.js";
import { gameTitle } from "../names.js";
import { api, loadAll } from "../net.js";
import { announce, titled } from "../shell.js";
import { field } from "./new.js";
import { row } from "./settings.js";

/** @typedef {[number, number, number] | null} Range */
/** @typedef {{name: string, value: string, low: string, high: string, range: Range}} Metric */
/** @typedef {{variant: string, games: number, metrics: Metric[]}} Cell */
/** @typedef {{played: number, planned: number, done: boolean, failed: boolean, cells: Cell[]}} Progress */

const OFTEN = 1000; // milliseconds between two requests
const MOST = 2000;

/** @param {HTMLElement} main */
export async function open(main) {
	const [{ games, levels }] = await Promise.all([loadAll(), addTexts("lab"), loadStyle("lab")]);
	titled(t("lab.title"));
	const shown = el("div", { class: "lab-results" });
	const trouble = el("p", { class: "error", role: "alert" });

	const game = select(
		"lab-game",
		games.map(({ name }) => [name, gameTitle(name)]),
	);
	const presets = el("fieldset", {});
	const single = el("div");
	/** @type {Record<string, any>} */
	let options = {}; // those that differ from their defaults
	let complete = true; // what each seat brings
	const level = select(
		"lab-level",
		levels.map((name) => [name, t(`level.${name}`)]),
	);
	level.value = "club";
	const seats = el("select", { id: "lab-seats" });
	const number = el("input", { id: "lab-games", type: "number", min: 2, max: MOST, value: 100, required: true });
	const begins = el("button", { type: "submit", class: "primary" }, t("lab.begin"));

	const chosenGame = () => games.find((one) => one.name === game.value) ?? games[0];

	function offer() {
		const of = chosenGame();
		const { name, presets: known } = of;
		const say = texts(name);
		options = {};
		complete = true;
		refill(
			single,
			of.options.map((option) => field(of, option, options, (_, full = true) => (complete = full))),
		);
		refill(
			seats,
			of.seats.map((n) => el("option", { value: n }, t("new.players", { n }))),
		);
		seats.disabled = of.seats.length === 1;
		refill(
			presets,
			el("legend", {}, t("lab.presets")),
			...known.map((one, n) => {
				const id = `lab-preset-${one.name}`;
				return el(
					"div",
					{ class: "field check" },
					el("input", { type: "checkbox", id, value: one.name, checked: n === 0 }),
					el("label", { for: id }, say(`preset.${one.name}`)),
				);
			}),
		);
	}
	game.addEventListener("change", offer);
	offer();

	/** @param {Event} event */
	async function begin(event) {
		event.preventDefault();
		trouble.textContent = "";
		const chosen = [...presets.querySelectorAll("input")].filter((one) => one.checked).map((one) => one.value);
		try {
			if (!complete) throw new Error(t("lab.incomplete"));
			begins.disabled = true;
			const body = {
				...{ game: game.value, presets: chosen, options, level: level.value },
				...{ seats: seats.disabled ? null : Number(seats.value), games: Number(number.value) },
			};
			const { id } = await api("POST", "/api/lab", body);
			await watch(id, chosenGame());
		} catch (failure) {
			trouble.textContent = /** @type {Error} */ (failure).message;
		} finally {
			begins.disabled = false;
		}
	}

	/** Ask repeatedly until the run is done or the page is closed. @param {string} id @param {Game} of */
	async function watch(id, of) {
		for (;;) {
			/** @type {Progress} */
			const found = await api("GET", `/api/lab/${id}?language=${language() === "de" ? "de" : "en"}`);
			if (!main.isConnected || !shown.isConnected) return;
			refill(shown, ...results(id, of, found));
			if (found.done) {
				announce(t(found.failed ? "lab.failed" : "lab.done"));
				return;
			}
			await new Promise((done) => setTimeout(done, OFTEN));
		}
	}

	refill(
		main,
		el(
			"form",
			{ class: "form box lab", on: { submit: (/** @type {Event} */ event) => void begin(event) } },
			el("h1", {}, t("lab.title")),
			el("p", {}, t("lab.about")),
			row(t("lab.game"), "lab-game", game),
			presets,
			el("details", {}, el("summary", {}, t("new.options")), el("p", { class: "help" }, t("lab.options")), single),
			row(t("new.seats"), "lab-seats", seats),
			row(t("lab.level"), "lab-level", level, t("lab.level.help")),
			row(t("lab.games"), "lab-games", number),
			begins,
			trouble,
		),
		shown,
	);
}

/** @param {string} id @param {[string, string][]} choices */
const select = (id, choices) => el("select", { id }, ...choices.map(([value, text]) => el("option", { value }, text)));

/** @param {string} id @param {Game} game @param {Progress} found */
function results(id, game, found) {
	const file = `/api/lab/${id}/report?language=${language() === "de" ? "de" : "en"}`;
	return [
		el(
			"label",
			{},
			t("lab.progress", { played: found.played, planned: found.planned }),
			" ",
			el("progress", { max: found.planned, value: found.played }),
		),
		found.failed && el("p", { class: "error", role: "alert" }, t("lab.failed")),
		found.done && !found.failed && el("p", {}, el("a", { class: "button primary", href: file }, t("lab.keep"))),
		...found.cells.map((cell) => table(game, cell)),
	];
}

/** @param {Game} game @param {Cell} cell */
function table(game, cell) {
	const preset = game.presets.find(({ name }) => cell.variant === `preset=${name}`);
	const variant = preset ? texts(game.name)(`preset.${preset.name}`) : cell.variant;
	return el(
		"section",
		{ class: "box" },
		el("h2", {}, t("lab.cell", { variant, n: cell.games })),
		el(
			"table",
			{},
			el(
				"tbody",
				{},
				...cell.metrics.map((metric) =>
					el(
						"tr",
						{},
						el("th", { scope: "row" }, metric.name),
						el("td", {}, metric.value),
						el("td", { class: "muted" }, t("lab.range", { low: metric.low, high: metric.high })),
						el("td", {}, metric.range && bar(metric.range)),
					),
				),
			),
		),
	);
}

/** An interval of shares, from 0 to 1. @param {[number, number, number]} range */
function bar([low, value, high]) {
	return svg(
		"svg",
		{ viewBox: "0 0 100 12", class: "interval", "aria-hidden": "true" },
		svg("path", { d: "M0 6H100", class: "scale" }),
		svg("path", { d: `M${100 * low} 6H${100 * high}`, class: "spread" }),
		svg("circle", { cx: 100 * value, cy: 6, r: 4 }),
	);
}
