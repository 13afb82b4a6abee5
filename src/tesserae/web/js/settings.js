// @ts-check
/** The settings of a person, stored in this browser and shared by its tabs. */

const KEY = "tesserae.settings";

export const DEFAULTS = {
	language: "", // by the browser
	theme: "system",
	look: "plain", // of boards
	orientation: "own",
	sounds: false,
	notify: false, // when it is one's turn
	animation: true,
	speed: "normal", // of the animation
	pace: "quick", // of bots
	confirm: true,
	typing: false,
	level: "casual", // of the bots that are asked for next
};

/** @typedef {typeof DEFAULTS} Settings */
export const settings = { ...DEFAULTS };

/** @type {Set<() => void>} */ const watchers = new Set();

function read() {
	try {
		const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
		for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS)))
			Object.assign(settings, { [name]: typeof kept[name] === typeof DEFAULTS[name] ? kept[name] : DEFAULTS[name] });
	} catch {
		Object.assign(settings, DEFAULTS); // no storage, or invalid content: use the defaults
	}
	apply();
}

function apply() {
	document.documentElement.dataset.theme = settings.theme;
	document.documentElement.dataset.look = settings.look;
	for (const watcher of watchers) watcher();
}

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function choose(name, value) {
	settings[name] = value;
	try {
		localStorage.setItem(KEY, JSON.stringify(settings));
	} catch {
		// no storage: the setting lasts until this page is closed
	}
	apply();
}

/** Call `watcher` after every change, in whichever tab; returns what ends that. @param {() => void} watcher */
export function watchSettings(watcher) {
	watchers.add(watcher);
	return () => void watchers.delete(watcher);
}

/** The duration of animations, relative to the normal one. */
export const tempo = () => /** @type {Record<string, number>} */ ({ slow: 2, quick: 0.5 })[settings.speed] ?? 1;

/** The shortest time between two moves of bots, in milliseconds. */
export const pace = () => /** @type {Record<string, number>} */ ({ instant: 0, calm: 2000 })[settings.pace] ?? 700;

/** Whether animations are allowed. */
export function motion() {
	return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

addEventListener("storage", (event) => event.key === KEY && read());
read();
