// @ts-check
/** The guide to a game: a few steps on a real board, each with something to see, to do and to learn. */

import { button, el, loadStyle, redraw, refill } from "../dom.js";
import { has } from "../given.js";
import { addTexts, t, texts } from "../i18n.js";
import { gameTitle } from "../names.js";
import { api, loadGame } from "../net.js";
import { announce, go, titled } from "../shell.js";
import { Study } from "../study.js";

/** @typedef {import("../study.js").Move} Move */
/** @typedef {{marks?: Record<string, string[]>, arrows?: [string, string][]}} Drawn */
/** @typedef {import("../study.js").Position} Position */
/** @typedef {{id: string, position?: Position, seat: number, do: string[], accept?: string[], reply?: Move[]}} Task */
/** @typedef {Task & Drawn} Step */

const KEY = "tesserae.learn";
const PAUSE = 700; // milliseconds before the other side answers

/** @param {HTMLElement} main @param {string} name of a game */
export async function open(main, name) {
	await loadGame(name); // fails if there is no such game
	if (!has(name, "guide.json")) throw new Error(t("error.missing"));
	const [guide] = await Promise.all([
		fetch(`/static/games/${name}/guide.json`).then((answer) => answer.json()),
		addTexts("rules"),
		addTexts("learn"),
		loadStyle("learn"),
	]);
	return new Guide(main, name, guide.steps);
}

/** The step that was reached in each guide. @returns {Record<string, number>} */
function kept() {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
	} catch {
		return {}; // no storage: start at the beginning
	}
}

class Guide {
	/** @type {"do" | "reply" | "told" | "end"} */ phase = "do";
	/** @type {string[]} what has been done of the present step */ made = [];
	error = "";
	/** @type {Translate} */ #say;
	#visit = 0;

	/** @param {HTMLElement} main @param {string} name @param {Step[]} steps */
	constructor(main, name, steps) {
		this.name = name;
		this.#say = texts(name);
		this.steps = steps;
		const reached = kept()[name];
		this.at = Number.isInteger(reached) && reached > 0 && reached < steps.length ? reached : 0;
		this.host = el("div", { class: "board-host" });
		this.panel = el("section", { class: "panel lesson", "aria-label": t("learn.lesson") });
		this.study = new Study(this.host, {
			...this.#beginning(),
			check: (actions) => this.#objection(actions),
			acted: (actions) => void this.#acted(actions),
		});
		this.study.after = "";
		titled(t("learn.title", { game: gameTitle(name) }));
		refill(
			main,
			el(
				"div",
				{ class: "learn" },
				el(
					"div",
					{ class: "row above" },
					el("h1", {}, t("learn.title", { game: gameTitle(name) })),
					el("a", { href: `/rules/${name}` }, t("learn.rules")),
					el("a", { href: "/" }, t("learn.leave")),
				),
				el("div", { class: "board-side" }, this.host),
				el("div", { class: "lesson-side" }, this.panel, el("div", { class: "status" }, this.study.line.line)),
			),
		);
		this.draw();
		if (this.at) announce(t("learn.resumed", { n: this.at + 1 }));
	}

	destroy() {
		this.study.destroy();
	}

	get step() {
		return this.steps[this.at];
	}

	/** How the present step begins: with its position, or with that of an earlier step and the actions since then. */
	#beginning() {
		let first = this.at;
		while (!this.steps[first].position) first--;
		const since = this.steps.slice(first, this.at);
		/** @type {Move[]} */
		const actions = since.flatMap((step) => [
			...step.do.map((action) => /** @type {Move} */ ([step.seat, action])),
			...(step.reply ?? []),
		]);
		const { seat, marks, arrows } = this.step;
		const position = /** @type {Position} */ (this.steps[first].position);
		return { position, seat, actions, marks, arrows };
	}

	/** The text for a legal turn that does not reach the goal of this step. @param {string[]} actions */
	#objection(actions) {
		const made = [...this.made, ...actions];
		const begun = made.every((action, n) => action === this.step.do[n]);
		return begun || this.#fits(made) ? null : this.#say(`learn.${this.step.id}.try`);
	}

	/** @param {string[]} made */
	#fits(made) {
		const turn = made.join(" ");
		return (
			turn === this.step.do.join(" ") ||
			(this.step.accept ?? []).some((pattern) => new RegExp(`^(?:${pattern})$`).test(turn))
		);
	}

	/** @param {string[]} actions */
	async #acted(actions) {
		this.made.push(...actions);
		if (!this.#fits(this.made)) return this.draw();
		const { reply } = this.step;
		const visit = this.#visit;
		this.phase = "reply";
		this.draw();
		await this.study.rest(true);
		if (reply) {
			await new Promise((done) => setTimeout(done, PAUSE));
			if (visit === this.#visit) await this.study.reply(reply);
		}
		if (visit !== this.#visit) return;
		this.phase = "told";
		this.#keep(this.at + 1);
		announce(this.#say(`learn.${this.step.id}.why`));
		this.draw();
		this.#focus("next");
	}

	/** Go to a step; `on`: continue from the present position. @param {number} at @param {boolean} [on] */
	async #go(at, on = false) {
		this.#visit++;
		this.made = [];
		this.phase = at < this.steps.length ? "do" : "end";
		this.#keep(at);
		if (this.phase === "end") {
			announce(this.#say("learn.end"));
			this.draw();
			return this.#focus("play");
		}
		this.at = at;
		this.draw();
		this.study.resting = false;
		if (on && !this.step.position) {
			this.study.annotate(this.step.marks, this.step.arrows);
			await this.study.rest(false);
		} else await this.study.restart(this.#beginning());
		announce(this.#say(`learn.${this.step.id}.see`));
		/** @type {HTMLElement | null} */ (this.panel.querySelector("h2"))?.focus({ preventScroll: true });
	}

	/** @param {number} at */
	#keep(at) {
		try {
			localStorage.setItem(KEY, JSON.stringify({ ...kept(), [this.name]: at % (this.steps.length + 1) }));
		} catch {
			// no storage: next time it starts at the beginning
		}
	}

	/** @param {string} key */
	#focus(key) {
		/** @type {HTMLElement | null} */ (this.panel.querySelector(`[data-key=${key}]`))?.focus({ preventScroll: true });
	}

	async #play() {
		try {
			const { seats } = await loadGame(this.name);
			const players = ["me", ...Array(seats[0] - 1).fill("bot:novice")];
			go((await api("POST", "/api/tables", { settings: { game: this.name }, players })).url);
		} catch (failure) {
			this.error = /** @type {Error} */ (failure).message;
			this.draw();
		}
	}

	draw() {
		const { at, phase, steps, error } = this;
		redraw(this.panel, [at, phase, error, this.made.length > 0], () =>
			phase === "end" ? this.#ending() : this.#lesson(),
		);
		this.panel.dataset.phase = phase;
		this.panel.dataset.step = phase === "end" ? "end" : steps[at].id;
		this.host.closest(".learn")?.classList.toggle("ended", phase === "end");
	}

	#lesson() {
		const { at, phase, steps, step } = this;
		const said = phase === "told";
		return [
			el("progress", { max: steps.length, value: said ? at + 1 : at, "aria-label": t("learn.progress") }),
			el("h2", { tabindex: "-1" }, t("learn.step", { n: at + 1, all: steps.length })),
			el("p", { class: said ? "muted" : "goal" }, this.#say(`learn.${step.id}.see`)),
			said && el("p", { class: "told" }, this.#say(`learn.${step.id}.why`)),
			el(
				"div",
				{ class: "row" },
				said &&
					button(t(at + 1 < steps.length ? "learn.next" : "learn.finish"), () => void this.#go(at + 1, true), {
						class: "primary",
						"data-key": "next",
					}),
				phase === "do" &&
					button(t("learn.show"), () => void this.study.act(step.do.slice(this.made.length)), { "data-key": "show" }),
				phase === "do" &&
					this.made.length > 0 &&
					button(t("learn.again"), () => void this.#go(at), { "data-key": "again" }),
				phase === "do" && button(t("learn.skip"), () => void this.#go(at + 1), { class: "quiet", "data-key": "skip" }),
				at > 0 &&
					phase !== "reply" &&
					button(t("learn.back"), () => void this.#go(at - 1), { class: "quiet", "data-key": "back" }),
			),
		];
	}

	#ending() {
		const { name, error } = this;
		return [
			el("h2", { tabindex: "-1" }, t("learn.done")),
			el("p", { class: "goal" }, this.#say("learn.end")),
			error && el("p", { class: "error", role: "alert" }, error),
			el(
				"div",
				{ class: "row" },
				button(t("learn.play"), () => void this.#play(), { class: "primary", "data-key": "play" }),
				el("a", { class: "button", href: `/rules/${name}` }, t("learn.read")),
				button(t("learn.anew"), () => void this.#go(0), { class: "quiet", "data-key": "anew" }),
			),
		];
	}
}
