// @ts-check
/** Creates a table. */

import { t } from "./i18n.js";
import { gameTitle } from "./names.js";
import { api, loadGames } from "./net.js";
import { go } from "./shell.js";

const AGAIN = 1000; // milliseconds before asking again whether a game has been compiled

/** Create a table and go there. If its game is still being compiled, wait for it, while the page is open.
 * @param {HTMLElement} main what is asked from @param
 * {{settings: {game: string}, players: string[], preset?: string | null}} body
 *  @param {(text: string, mark: string) => void} say that it takes time, which does no harm */
export async function newTable(main, body, say, page = "t") {
	const { game } = body.settings;
	while (!(await loadGames()).ready[game]) {
		if (!main.isConnected) return;
		say(t("home.starting", { game: gameTitle(game) }), "patience");
		await new Promise((done) => setTimeout(done, AGAIN));
	}
	if (main.isConnected) go(`/${page}/${(await api("POST", "/api/tables", body)).id}`);
}
