// @ts-check
/** Settings: stored in this browser, with immediate effect. The name is stored by the server. */

import { checkbox, el, refill } from "../dom.js";
import { given, has } from "../given.js";
import { LANGUAGES, t } from "../i18n.js";
import { dress, LOOKS } from "../looks.js";
import { GUEST, personName } from "../names.js";
import { api } from "../net.js";
import { choose, settings } from "../settings.js";
import { announce, titled } from "../shell.js";

/** @param {HTMLElement} main */
export async function open(main) {
	titled(t("nav.settings"));
	const me = await api("GET", "/api/me");
	const said = el("p", { class: "note", role: "status" });

	/** @param {string} name */
	async function rename(name) {
		try {
			const answer = await api("PUT", "/api/me", { name });
			said.textContent = t("settings.saved", { name: answer?.name ?? name });
		} catch (failure) {
			said.textContent = /** @type {Error} */ (failure).message;
		}
	}

	const name = el("input", {
		id: "name",
		value: GUEST.test(me.name) ? "" : me.name,
		placeholder: personName(me.name),
		maxlength: 40,
		autocomplete: "nickname",
	});
	name.addEventListener("change", () => void rename(name.value.trim()));

	refill(
		main,
		el(
			"div",
			{ class: "form box" },
			el("h1", {}, t("nav.settings")),
			row(t("settings.name"), "name", name, t("settings.name.help")),
			said,
			row(t("settings.language"), "language", pick("language", { "": t("settings.language.browser"), ...LANGUAGES })),
			row(
				t("settings.theme"),
				"theme",
				pick("theme", {
					system: t("settings.theme.system"),
					light: t("settings.theme.light"),
					dark: t("settings.theme.dark"),
				}),
			),
			row(
				t("settings.look"),
				"look",
				pick("look", Object.fromEntries(LOOKS.map((look) => [look, t(`settings.look.${look}`)]))),
			),
			samples(),
			row(
				t("settings.orientation"),
				"orientation",
				pick("orientation", { own: t("settings.orientation.own"), first: t("settings.orientation.first") }),
				t("settings.orientation.help"),
			),
			check("animation", t("settings.animation"), t("settings.animation.help")),
			row(
				t("settings.speed"),
				"speed",
				pick("speed", {
					slow: t("settings.speed.slow"),
					normal: t("settings.speed.normal"),
					quick: t("settings.speed.quick"),
				}),
			),
			row(
				t("settings.pace"),
				"pace",
				pick("pace", {
					instant: t("settings.pace.instant"),
					quick: t("settings.pace.quick"),
					calm: t("settings.pace.calm"),
				}),
				t("settings.pace.help"),
			),
			check("sounds", t("settings.sounds")),
			notifying(),
			check("confirm", t("settings.confirm"), t("settings.confirm.help")),
			check("typing", t("settings.typing"), t("settings.typing.help")),
		),
	);
}

/** The looks of boards. */
function samples() {
	const games = Object.keys(given.games).filter((game) => has(game, "miniature.js"));
	return el(
		"div",
		{ class: "samples", "aria-hidden": "true" },
		games.map((game) => {
			const host = el("span", { class: "miniature" });
			const place = `/static/games/${game}`;
			void Promise.all([
				import(`${place}/miniature.js`),
				fetch(`${place}/miniature.json`).then((answer) => answer.json()),
				dress(game),
			]).then(([{ miniature }, views]) => miniature(host, views[Math.floor(views.length * 0.7)]));
			return host;
		}),
	);
}

/** @param {string} label @param {string} id @param {HTMLElement} control @param {string} [help] */
export function row(label, id, control, help) {
	if (help) control.setAttribute("aria-describedby", `${id}-help`);
	return el(
		"div",
		{ class: "field" },
		el("label", { for: id }, label),
		control,
		help ? el("p", { class: "help", id: `${id}-help` }, help) : null,
	);
}

/** @param {"language" | "theme" | "look" | "orientation" | "speed" | "pace"} name
 * @param {Record<string, string>} values */
function pick(name, values) {
	const change = (/** @type {Of<HTMLSelectElement>} */ event) => {
		choose(name, event.target.value);
		announce(values[event.target.value]);
	};
	return el(
		"select",
		{ id: name, on: { change } },
		Object.entries(values).map(([value, text]) => el("option", { value, selected: settings[name] === value }, text)),
	);
}

/** Notifications need the permission of the browser; without it, explain where to give it. */
function notifying() {
	const field = check("notify", t("settings.notify"), t("settings.notify.help"));
	const box = /** @type {HTMLInputElement} */ (field.querySelector("input"));
	box.disabled = !("Notification" in window);
	box.addEventListener("change", async () => {
		if (!box.checked || (await Notification.requestPermission()) === "granted") return;
		box.checked = false;
		choose("notify", false);
		field.append(el("p", { class: "help", role: "alert" }, t("settings.notify.refused")));
	});
	return field;
}

/** @param {"animation" | "notify" | "sounds" | "confirm" | "typing"} name
 * @param {string} label @param {string} [help] */
function check(name, label, help) {
	return checkbox(name, label, help, settings[name], (checked) => choose(name, checked));
}
