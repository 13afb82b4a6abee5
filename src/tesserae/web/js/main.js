// @ts-check
/** The frame around every page, and the router. */

import { button, el, icon, loadStyle, refill } from "./dom.js";
import { given } from "./given.js";
import { LANGUAGES, language, loadLanguage, t } from "./i18n.js";
import { choose, settings, watchSettings } from "./settings.js";
import { go, titled } from "./shell.js";

/** @import { Page } from "./types.js" */

/** @type {[RegExp, () => Promise<{open: (main: HTMLElement, argument: string) => Promise<Page>}>][]} */
const ROUTES = given.pages.map(({ path, module, bare }) => [
	new RegExp(`^${path.replace(/\{\w+\}/, "([^/]+)")}/?$`),
	async () =>
		(await Promise.all([import(`./pages/${module}.js`), !bare && loadStyle("box"), !bare && loadStyle("pages")]))[0],
]);

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Page} */
let page;
let visit = 0;
let address = "";

function header() {
	const tags = Object.keys(LANGUAGES);
	const other = tags[(tags.indexOf(language()) + 1) % tags.length];
	/** @param {string} path @param {Child[]} children */
	const place = (path, ...children) =>
		el("a", { href: path, "aria-current": location.pathname === path && "page" }, ...children);
	return el(
		"header",
		{ class: "top" },
		el("a", { class: "skip", href: "#main" }, t("nav.skip")),
		el(
			"a",
			{ href: "/", class: "brand" },
			el("img", { src: "/static/icon.svg", alt: "", width: 24, height: 24 }),
			"Tesserae",
		),
		el(
			"nav",
			{ "aria-label": t("nav.label") },
			place("/new", t("nav.new")),
			place("/rules", t("nav.rules")),
			place("/settings", icon("gear"), el("span", { class: "wide" }, t("nav.settings"))),
			button(other.toUpperCase(), () => choose("language", other), {
				class: "quiet",
				lang: other,
				"aria-label": LANGUAGES[other],
				title: LANGUAGES[other],
			}),
		),
	);
}

async function open() {
	const mine = (visit += 1);
	address = location.pathname + location.search;
	page?.destroy?.();
	page = undefined;
	const main = el("main", { id: "main", tabindex: "-1" });
	refill(app, header(), main);
	titled("");
	try {
		for (const [pattern, load] of ROUTES) {
			const match = pattern.exec(location.pathname);
			if (!match) continue;
			const opened = await (await load()).open(main, match[1] ?? "");
			if (mine === visit) page = opened;
			else opened?.destroy?.(); // another page was opened in the meantime
			return;
		}
		throw new Error(t("error.missing"));
	} catch (error) {
		if (mine === visit) trouble(main, error);
	}
}

/** @param {HTMLElement} main @param {unknown} error */
function trouble(main, error) {
	titled(t("error.title"));
	void loadStyle("box");
	refill(
		main,
		el(
			"div",
			{ class: "box notice" },
			el("h1", {}, t("error.title")),
			el("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
			el(
				"p",
				{ class: "row" },
				button(t("error.again"), () => void open(), { class: "primary" }),
				el("a", { href: "/", class: "button" }, t("nav.home")),
			),
		),
	);
}

document.addEventListener("click", (event) => {
	const anchor = event.target instanceof Element ? event.target.closest("a") : null;
	if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || anchor.target || anchor.hasAttribute("download"))
		return;
	const path = anchor.getAttribute("href") ?? "";
	if (!path.startsWith("/") || path.startsWith("/static/") || path.startsWith("/api/")) return;
	event.preventDefault();
	go(path);
	document.getElementById("main")?.focus({ preventScroll: true });
});
addEventListener("popstate", (event) => {
	const within = event.isTrusted && address === location.pathname + location.search; // a heading of the same page
	if (!within) void open();
});

const notify = () => settings.notify && void import("./turns.js");
watchSettings(notify);
let spoken = language();
watchSettings(async () => {
	if (spoken === language()) return;
	spoken = language();
	await loadLanguage();
	await open();
});

void ROUTES.find(([pattern]) => pattern.test(location.pathname))?.[1](); // load it at the same time as the texts
await loadLanguage();
await open();
notify();
