// @ts-check
/** What an action did, in words: one sentence for each effect, from the catalogue of the game, under
 * `effect.KIND.CAUSE`. (games/words.py does the same for the terminal.) */

import { list, t, tOr } from "./i18n.js";

/** @param {string} game
 * @param {Effect} effect @param {(seat: number) => string} who what to call a seat @returns {string} */
export function tell(game, effect, who) {
	const { kind, cause, winners, owner, seat, to, points, n } = effect;
	const squares = effect.squares ?? effect.area ?? [];
	const pieces = effect.pieces ?? effect.piece ?? "";
	const seats = winners ?? [owner, seat].filter((one) => typeof one === "number").slice(0, 1);
	const words = {
		...effect,
		to: typeof to === "number" ? who(to) : to,
		n: n ?? points ?? (pieces.length || squares.length),
		pieces: named(game, pieces),
		piece: named(game, pieces),
		squares: list(squares),
		first: squares[0],
		last: squares.at(-1),
		who: list(/** @type {number[]} */ (seats).map(who)),
	};
	const key = `effect.${kind}.${cause}`;
	const variants =
		kind === "removed" ? ["to", "toward"].filter((field) => field in effect).map((field) => `${key}.${field}`) : [];
	for (const one of variants) if (tOr(one, "", game, words)) return tOr(one, "", game, words);
	return tOr(key, "", game, words);
}

/** @param {string} game @param {Effect[]} effects @param {(seat: number) => string} who */
export const tellAll = (game, effects, who) =>
	effects
		.map((effect) => tell(game, effect, who))
		.filter(Boolean)
		.join(" ");

/** What somebody did, after their name, unless the sentences begin with it.
 * @param {string} name @param {string} what */
export const said = (name, what) => (what.startsWith(name) ? what : t("said", { name, what }));

/** The same for a text without a subject, for example an action in notation.
 * @param {string} name @param {string} what */
export const did = (name, what) => t("did", { name, what });

/** Pieces in words: a green piece and two blue ones. @param {string} game @param {string} pieces */
function named(game, pieces) {
	/** @param {string} piece @param {number} n */
	const name = (piece, n) => tOr(`pieces.${piece}`, "", game, { n }) || tOr(`piece.${piece}`, "", game);
	if (!pieces || name(pieces, 1)) return pieces && name(pieces, 1);
	if (pieces.includes(" "))
		return pieces
			.split(": ")
			.map((part) =>
				part
					.split(" ")
					.map((one) => name(one, 1) || one)
					.join(", "),
			)
			.join(": ");
	const kinds = [...new Set(pieces)].map((piece) => name(piece, pieces.split(piece).length - 1));
	return kinds.every(Boolean) ? list(kinds) : pieces;
}
