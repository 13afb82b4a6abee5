// @ts-check
/** The rulebook: its pages, with diagrams and boards to try things on. */

import { button, el, loadStyle, refill } from "../dom.js";
import { given, has } from "../given.js";
import { addTexts, language, t, texts } from "../i18n.js";
import { gameTitle } from "../names.js";
import { api, loadAll } from "../net.js";
import { titled } from "../shell.js";
import { Study, diagram } from "../study.js";

/** @typedef {{id: string, title: string}} Section */
/** @typedef {{name: string, title: string, html: string, sections: Section[], boards: Record<string, any>}} Chapter */

const GAMES = Object.keys(given.games);
const PAGES = [...GAMES, "common", "table", "sources"];
const NEAR = "800px"; // boards are drawn when they are this close to the visible part
const AGAIN = 3000; // milliseconds before asking again for the boards of a game that is being compiled

/** @param {string} name */
const title = (name) => (GAMES.includes(name) ? gameTitle(name) : t(`rules.${name}`));

/** @param {HTMLElement} main @param {string} name of a page, nothing: all of them */
export async function open(main, name) {
	await Promise.all([addTexts("rules"), loadStyle("rules"), loadAll()]);
	if (!name) return index(main);
	/** @type {Chapter} */
	const chapter = await api("GET", `/api/rulebook/${language()}/${name}`);
	titled(`${chapter.title} · ${t("rules.index")}`);
	const text = el("article", { class: "text" });
	text.innerHTML = chapter.html; // our own text; the server makes sure that it contains only its own markup
	const here = PAGES.indexOf(name);
	refill(
		main,
		el(
			"div",
			{ class: "rulebook" },
			contents(chapter),
			el(
				"div",
				{},
				text,
				el(
					"nav",
					{ class: "row turning", "aria-label": t("rules.index") },
					turning(here - 1, "previous"),
					turning(here + 1, "next"),
				),
			),
		),
	);
	text.querySelector("h1")?.after(actions(name));
	const figures = new Figures(text, chapter);
	if (location.hash) location.replace(location.hash); // the target was not there when the page was opened
	return figures;
}

/** @param {HTMLElement} main */
function index(main) {
	titled(t("rules.index"));
	refill(
		main,
		el(
			"div",
			{ class: "rulebook-index" },
			el("h1", {}, t("rules.index")),
			el("p", {}, t("rules.intro")),
			el(
				"ul",
				{},
				PAGES.map((name) =>
					el(
						"li",
						{ class: "box" },
						el("h2", {}, el("a", { href: `/rules/${name}` }, title(name))),
						el("p", { class: "muted" }, GAMES.includes(name) ? texts(name)("about") : t(`rules.${name}.about`)),
						has(name, "guide.json") &&
							el(
								"p",
								{},
								el(
									"a",
									{ href: `/learn/${name}`, "aria-label": `${title(name)}: ${t("rules.learn")}` },
									t("rules.learn"),
								),
							),
					),
				),
			),
		),
	);
}

/** @param {Chapter} chapter */
function contents({ name, sections }) {
	const list = el(
		"ul",
		{},
		sections.map(({ id, title }) => el("li", {}, el("a", { href: `#${id}` }, title))),
	);
	const pages = el(
		"ul",
		{ class: "pages" },
		PAGES.map((page) =>
			el("li", {}, el("a", { href: `/rules/${page}`, "aria-current": page === name && "page" }, title(page))),
		),
	);
	const details = el(
		"details",
		{ open: matchMedia("(min-width: 60rem)").matches },
		el("summary", {}, t("rules.contents")),
		list,
		pages,
	);
	return el("nav", { class: "contents", "aria-label": t("rules.contents") }, details);
}

/** @param {number} number @param {"previous" | "next"} where */
function turning(number, where) {
	const page = PAGES[number];
	return (
		page &&
		el(
			"a",
			{ class: `button ${where}`, href: `/rules/${page}`, rel: where === "next" ? "next" : "prev" },
			t(`rules.${where}`, { title: title(page) }),
		)
	);
}

/** @param {string} name */
function actions(name) {
	return el(
		"p",
		{ class: "row aside" },
		has(name, "guide.json") && el("a", { class: "button", href: `/learn/${name}` }, t("rules.learn")),
		button(t("rules.print"), () => print()),
	);
}

/** The boards of a page; each is drawn shortly before it becomes visible. */
class Figures {
	/** @type {Study[]} */ #studies = [];
	#gone = false;

	/** @param {HTMLElement} text @param {Chapter} chapter */
	constructor(text, chapter) {
		this.boards = chapter.boards;
		this.waiting = new Set(/** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("figure")));
		for (const figure of this.waiting) {
			figure.prepend(el("div", { class: "board-host waits" }));
			figure.classList.add(this.#kind(figure));
			figure.dataset.game = this.#board(figure).position.game;
		}
		this.watching = new IntersectionObserver(
			(entries) =>
				entries.forEach((entry) => entry.isIntersecting && this.#draw(/** @type {HTMLElement} */ (entry.target))),
			{ rootMargin: NEAR },
		);
		this.printing = () => this.waiting.forEach((figure) => this.#kind(figure) === "diagram" && this.#draw(figure));
		addEventListener("beforeprint", this.printing);
		void this.#begin(chapter.name);
	}

	destroy() {
		this.#gone = true;
		this.watching.disconnect();
		removeEventListener("beforeprint", this.printing);
		for (const study of this.#studies) study.destroy();
	}

	/** Start when the games of the boards are compiled. @param {string} name */
	async #begin(name) {
		while (Object.values(this.boards).some((board) => !board.view)) {
			await new Promise((done) => setTimeout(done, AGAIN));
			if (this.#gone) return;
			this.boards = (await api("GET", `/api/rulebook/${language()}/${name}`)).boards;
		}
		for (const figure of this.waiting) this.watching.observe(figure);
	}

	/** @param {HTMLElement} figure */
	#kind(figure) {
		return figure.dataset.board ? "diagram" : "try";
	}

	/** @param {HTMLElement} figure */
	#board(figure) {
		return this.boards[figure.dataset.board ?? figure.dataset.try ?? ""];
	}

	/** @param {HTMLElement} figure */
	#draw(figure) {
		if (!this.waiting.delete(figure)) return;
		this.watching.unobserve(figure);
		const host = /** @type {HTMLElement} */ (figure.firstElementChild);
		const board = this.#board(figure);
		if (this.#kind(figure) === "diagram") return void diagram(host, board).then(() => host.classList.remove("waits"));
		const study = new Study(host, board);
		this.#studies.push(study);
		void study.ready.then(() => host.classList.remove("waits"));
		const caption = /** @type {HTMLElement} */ (figure.querySelector("figcaption"));
		caption.prepend(el("strong", { class: "label" }, t("rules.try")), " ");
		host.before(caption);
		figure.append(
			el("div", { class: "status" }, study.line.line),
			button(t("rules.again"), () => void study.restart(), { class: "small" }),
		);
	}
}
