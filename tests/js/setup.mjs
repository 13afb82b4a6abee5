/** What the modules of the browser client need to be loaded by Node: addresses under /static/ lead to their files, and
 * there is just as much of a page as they look at while they are loaded. */
import { readFileSync } from "node:fs";
import { register } from "node:module";

register("./resolve.mjs", import.meta.url);

const source = (path) => JSON.parse(readFileSync(new URL(`../../src/tesserae/${path}`, import.meta.url), "utf-8"));
const told = JSON.parse(readFileSync(new URL("actions.json", import.meta.url), "utf-8"));

const games = Object.fromEntries(
	Object.entries(told).map(([name, { forms }]) => [name, { prefix: "", files: ["board.js"], facts: {}, forms }]),
);
Object.assign(games.symbol, {
	prefix: "SY",
	facts: { terrain: "LLLWLLL" },
	pieces: source("games/symbol/pieces.json"),
});
const { weaves } = source("web/pieces.json");
const given = { languages: { en: "English", de: "Deutsch" }, pages: [], books: {}, weaves, games };

export const catalogue = source("web/lang/en/shell.json");

const stored = new Map();
const listening = { addEventListener() {}, removeEventListener() {} };
const page = {
	...listening,
	document: {
		...listening,
		hidden: false,
		documentElement: { dataset: {}, style: {} },
		getElementById: () => ({ textContent: JSON.stringify(given) }),
	},
	location: { hash: "", pathname: "/", reload() {} },
	localStorage: {
		getItem: (key) => stored.get(key) ?? null,
		setItem: (key, value) => void stored.set(key, value),
		removeItem: (key) => void stored.delete(key),
	},
	matchMedia: () => ({ matches: false, ...listening }),
	fetch: async () => ({ json: async () => catalogue }),
};
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, writable: true });
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] } });
globalThis.window = globalThis;
