// @ts-check
/** The home page: the games with moving miniatures and buttons to play; open tables and your own. */

import { button, el, refill } from "../dom.js";
import { has } from "../given.js";
import { t, texts } from "../i18n.js";
import { Lists } from "../lists.js";
import { dress } from "../looks.js";
import { gameTitle } from "../names.js";
import { api, loadAll, loadGames } from "../net.js";
import { newTable } from "../new_table.js";
import { choose, motion, settings } from "../settings.js";
import { announce } from "../shell.js";

const FRAME = 1000; // milliseconds between two frames of a miniature
const POLL = 10_000; // milliseconds between two requests for the open tables

/** @param {HTMLElement} main */
export async function open(main) {
	const timers = new Set();
	const told = el("p", { role: "alert", hidden: true });
	const lists = new Lists();
	const { games, levels, ready, lab } = await loadAll();

	/** @param {string} game @param {string[]} players @param {string | null} preset */
	async function play(game, players, preset) {
		told.hidden = true;
		enable(false);
		try {
			await newTable(main, { settings: { game }, players, preset }, tell);
		} catch (failure) {
			tell(/** @type {Error} */ (failure).message);
			enable(true);
		}
	}

	/** @param {string} text @param {string} [mark] */
	function tell(text, mark = "error") {
		told.hidden = false;
		told.className = mark;
		told.textContent = text;
	}

	/** @param {boolean} can */
	function enable(can) {
		for (const one of main.querySelectorAll("button")) one.disabled = !can;
	}

	/** @param {Game} game */
	function card(game) {
		let preset = game.presets[0] ?? null;
		const seats = () => preset?.seats ?? game.seats[0];
		/** @param {(others: number) => string[]} players */
		const begin = (players) => void play(game.name, players(seats() - 1), preset?.name ?? null);
		const options = el(
			"a",
			{
				class: "button quiet",
				href: `/new?game=${game.name}`,
				"aria-label": `${gameTitle(game.name)}: ${t("home.options")}`,
			},
			t("home.options"),
		);
		const variant =
			game.presets.length > 1 &&
			presetChoice(game, (chosen) => {
				preset = chosen;
				options.href = `/new?game=${game.name}&preset=${chosen.name}`;
			});
		const host = el("div", { class: "miniature", "aria-hidden": "true" });
		if (has(game.name, "miniature.js")) void animate(game.name, host, timers);
		return el(
			"article",
			{ class: "box game" },
			host,
			el(
				"div",
				{ class: "words" },
				el("h2", {}, gameTitle(game.name)),
				el("p", { class: "muted" }, texts(game.name)("about")),
				el(
					"p",
					{ class: "to-read" },
					...["learn", "rules"]
						.filter((page) => page !== "learn" || has(game.name, "guide.json"))
						.map((page) =>
							el(
								"a",
								{ href: `/${page}/${game.name}`, "aria-label": `${gameTitle(game.name)}: ${t(`home.${page}`)}` },
								t(`home.${page}`),
							),
						),
				),
				el("p", { class: "note", "data-compiling": game.name, hidden: ready[game.name] }, t("home.compiling")),
			),
			el(
				"div",
				{ class: "row" },
				variant,
				button(t("home.bot"), () => begin((others) => ["me", ...Array(others).fill(`bot:${settings.level}`)]), {
					class: "primary",
					"aria-label": `${gameTitle(game.name)}: ${t("home.bot")}`,
				}),
				button(t("home.friend"), () => begin((others) => ["me", ...Array(others).fill("open")]), {
					"aria-label": `${gameTitle(game.name)}: ${t("home.friend")}`,
				}),
				button(t("home.here"), () => begin((others) => Array(others + 1).fill("me")), {
					"aria-label": `${gameTitle(game.name)}: ${t("home.here")}`,
				}),
				options,
			),
		);
	}

	async function tables() {
		if (document.hidden) return;
		try {
			lists.show(await api("GET", "/api/tables"));
			const { ready } = await loadGames();
			for (const note of main.querySelectorAll("[data-compiling]"))
				/** @type {HTMLElement} */ (note).hidden = ready[note.getAttribute("data-compiling") ?? ""];
		} catch (failure) {
			lists.fail(/** @type {Error} */ (failure).message);
		}
	}

	refill(
		main,
		el("h1", { class: "unseen" }, "Tesserae"),
		told,
		el("div", { class: "games" }, games.map(card)),
		el(
			"p",
			{ class: "level" },
			el("label", { for: "level" }, t("home.level")),
			el(
				"select",
				{
					id: "level",
					on: { change: (/** @type {Of<HTMLSelectElement>} */ event) => choose("level", event.target.value) },
				},
				levels.map((level) => el("option", { value: level, selected: level === settings.level }, t(`level.${level}`))),
			),
			el("a", { class: "button", href: "/new?party" }, t("home.party")),
			el("a", { class: "button", href: "/j" }, t("join.title")),
			lab && el("a", { class: "button", href: "/lab" }, t("home.lab")),
		),
		lists.element,
	);
	announce("");
	await tables();
	timers.add(setInterval(tables, POLL));
	return {
		destroy() {
			lists.destroy();
			for (const timer of timers) clearInterval(timer);
			timers.clear();
			timers.add = (timer) => (clearInterval(timer), timers); // for what is still being loaded
		},
	};
}

/** The choice of the preset that the buttons start.
 * @param {Game} game @param {(preset: import("../types.js").Preset) => void} choose */
function presetChoice(game, choose) {
	const say = texts(game.name);
	return el(
		"select",
		{
			class: "preset",
			"aria-label": `${gameTitle(game.name)}: ${t("new.presets")}`,
			on: { change: (/** @type {Of<HTMLSelectElement>} */ event) => choose(game.presets[event.target.selectedIndex]) },
		},
		game.presets.map(({ name }) => el("option", { title: say(`preset.${name}.about`) }, say(`preset.${name}`))),
	);
}

/** @param {string} game @param {HTMLElement} host @param {Set<ReturnType<typeof setInterval>>} timers */
async function animate(game, host, timers) {
	const place = `/static/games/${game}`;
	const [{ miniature }, views] = await Promise.all([
		import(`${place}/miniature.js`),
		fetch(`${place}/miniature.json`).then((answer) => answer.json()),
		dress(game),
	]);
	let moment = motion() ? Math.floor(views.length / 2) : views.length - 1; // an empty board shows little
	miniature(host, views[moment]);
	timers.add(
		setInterval(() => {
			if (!motion() || document.hidden) return;
			moment = (moment + 1) % (views.length + 4); // the end stays for a while
			if (moment < views.length) miniature(host, views[moment]);
		}, FRAME),
	);
}
