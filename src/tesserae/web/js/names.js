// @ts-check
/** Names of things in the language of the page. */

import { el } from "./dom.js";
import { given } from "./given.js";
import { list, t, texts, tOr } from "./i18n.js";

export const GUEST = /^Guest ([0-9a-f]{4})$/; // the name that the server gives to people who have not chosen one

/** @param {string} name of a person, as the server has it */
export function personName(name) {
	return name.replace(GUEST, (_, n) => t("seat.guest", { n }));
}

/** @param {string} name of a game, as the server writes it */
export function gameTitle(name) {
	return texts(name)("title");
}

/** What to call a seat whoever sits in it. @param {Game} game @param {number} seat */
export function sideName(game, seat) {
	return game.sides.length ? texts(game.name)(`side.${seat}`) : t("seat.player", { n: seat + 1 });
}

/** What to call who sits there. @param {Seat} seat @param {string} side */
export function seatName(seat, side) {
	if (seat.kind === "bot")
		return seat.name
			? t("seat.keeps", { name: personName(seat.name) })
			: t("seat.bot", { level: t(`level.${seat.level}`) });
	if (seat.kind === "open") return t("seat.open");
	return seat.name ? personName(seat.name) : side;
}

/** How a game ended, as a sentence. @param {string} game @param {import("./types.js").Result} result
 * @param {(seat: number) => string} name @param {number[]} [mine] the viewer's seats */
export function ending(game, { reason, winners }, name, mine = []) {
	const words = { n: winners.length, reason: texts(game)(`reason.${reason}`) };
	if (!winners.length) return t("result.draw", words);
	if (mine.length === winners.length && mine.every((seat) => winners.includes(seat)))
		return t(mine.length === 1 ? "result.you" : "result.team", words);
	return t("result.won", { ...words, names: list(winners.map(name)) });
}

/** The letters of pieces in words, if each letter has one: "GGB" is "2 green, blue".
 * @param {string} game @param {string} text */
function spelled(game, text) {
	const kinds = [...new Set(text)].map((letter) => ({
		n: text.split(letter).length - 1,
		word: tOr(`piece.${letter}`, "", game),
	}));
	return text.length > 1 && kinds.every(({ word }) => word)
		? kinds.map(({ n, word }) => (n > 1 ? `${n} ${word}` : word)).join(", ")
		: text;
}

/** A short description of the clock and of the options that differ from their defaults.
 * @param {{game: string, options?: object}} table @param {Clock | null} [clock] */
export function terms({ game, options }, clock) {
	const told = !clock
		? t("clock.none")
		: clock.kind === "move"
			? t("clock.move", { n: clock.days })
			: t("clock.game", { minutes: clock.seconds / 60, seconds: clock.increment });
	const chosen = Object.entries(options ?? {}).map(([name, value]) => {
		const label = texts(game)(`option.${name}`);
		if (value === true) return label;
		if (value === false) return t("option.not", { label });
		const told = [value].flat().map((one) => tOr(`option.${name}.${one}`, spelled(game, String(one)), game));
		return `${label}: ${told.join(" / ")}`;
	});
	return [told, ...chosen];
}

/** The id of a rule, leading to its text; from a table in another tab. @param {string} rule */
export function ruleLink(rule) {
	const book = given.books[rule.split("-")[0]];
	const target = location.pathname.startsWith("/rules") ? null : "_blank";
	return el(
		"a",
		{ class: "rule", href: `/rules/${book}#${rule}`, target, "aria-label": t("rule.link", { rule }) },
		rule,
	);
}
