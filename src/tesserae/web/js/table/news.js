// @ts-check
/** Describes, under the status line, and draws on the board what the others have done since your last step, until your
 * next step. */

import { notation } from "../actions.js";
import { loadStyle, svg } from "../dom.js";
import { said, tellAll } from "../effects.js";
import { t } from "../i18n.js";

/** Members of the page that are used here. @typedef {"called" | "game" | "past"} Needed */

await loadStyle("traces");

const MANY = 6;

/** The layer of each board. @type {WeakMap<Board, SVGSVGElement>} */
const layers = new WeakMap();

/** The indexes of the moves to show; when looking back, the move before the selected moment.
 * @param {Pick<TablePage, "live" | "mine" | "past">} page @returns {number[]} */
function fresh({ live, mine, past }) {
	const { at, moves } = past;
	if (at !== null) return at ? [at - 1] : [];
	let first = moves.length;
	const own = mine.length && live.seat !== null ? live.seat : undefined;
	while (first > 0 && moves[first - 1].seat !== own && (own !== undefined || goesOn(moves, first))) first--;
	return moves.slice(first).map((_, n) => first + n);
}

/** For spectators: whether the move before belongs to the last turn.
 * @param {Move[]} moves @param {number} first */
function goesOn(moves, first) {
	if (first === moves.length) return true;
	return moves[first].turn < first;
}

/** @param {Pick<TablePage, "board" | "called" | "game" | "live" | "mine" | "past" | "status" | "stepped">} page */
export async function tellNews(page) {
	const { board, past, status } = page;
	if (!board) return;
	const { read } = notation(page.game.name);
	const news = page.stepped ? [] : fresh(page);
	if (news.some((index) => !past.effects(index)) && past.open) {
		await past.explain(news[0]); // loads the effects of all moves
		if (board !== page.board || page.stepped) return;
	}
	status.tell(past.at === null ? words(page, news) : "");
	draw(
		board,
		news.map((index) => ({ squares: read(past.moves[index].action).squares, effects: past.effects(index) ?? [] })),
	);
}

/** One sentence for each player who acted. @param {Pick<TablePage, Needed>} page @param {number[]} news */
function words(page, news) {
	const { moves } = page.past;
	const { read } = notation(page.game.name);
	const told = news.filter((index) => moves[index].turn === index || !read(moves[index].action).ends);
	/** @type {number[][]} */
	const turns = [];
	for (const index of told) {
		const before = turns.at(-1);
		if (before && moves[before[0]].seat === moves[index].seat) before.push(index);
		else turns.push([index]);
	}
	return turns.map((turn) => whole(page, turn)).join(" ");
}

/** @param {Pick<TablePage, "called" | "game" | "past">} page @param {number[]} turn */
function whole(page, turn) {
	const { past, game } = page;
	const { seat } = past.moves[turn[0]];
	const effects = brief(turn.flatMap((index) => past.effects(index) ?? []));
	if (!effects.length) return turn.map((index) => past.describe(index)).join(" ");
	const who = seat === null ? t("seat.referee") : page.called(seat);
	return said(
		who,
		tellAll(game.name, effects, (one) => page.called(one)),
	);
}

/** Leave out what happened to many things alike, unless nothing else happened. @param {Effect[]} effects */
function brief(effects) {
	/** @param {Effect} one */
	const often = ({ kind, cause }) =>
		effects.filter((other) => other.kind === kind && other.cause === cause).length > MANY;
	const rest = effects.filter((one) => !often(one));
	return rest.length ? rest : effects;
}

/** @param {Board} board @param {Done[]} done */
function draw(board, done) {
	const { grid } = board;
	const layer =
		layers.get(board) ??
		svg("svg", { class: "traces past", viewBox: grid.svg.getAttribute("viewBox"), "aria-hidden": "true" });
	layers.set(board, layer);
	grid.root.append(layer); // above what was added since
	void grid.trace(layer, done);
}
