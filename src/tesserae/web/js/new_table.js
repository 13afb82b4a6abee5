// @ts-check
/** Making a table. */

import { t } from "./i18n.js";
import { gameTitle } from "./names.js";
import { api, loadGames } from "./net.js";
import { go } from "./shell.js";

const AGAIN = 1000; // before it is asked again whether a game has been compiled

/** Make a table and go there. A game that is still being compiled is waited for, as long as the page is there.
 * @param {HTMLElement} main what is asked from @param
 * {{settings: {game: string}, players: string[], preset?: string | null}} body
 *  @param {(text: string, mark: string) => void} say that it takes time, which is no trouble */
export async function newTable(main, body, say, page = "t") {
	const { game } = body.settings;
	while (!(await loadGames()).ready[game]) {
		if (!main.isConnected) return;
		say(t("home.starting", { game: gameTitle(game) }), "patience");
		await new Promise((done) => setTimeout(done, AGAIN));
	}
	if (main.isConnected) go(`/${page}/${(await api("POST", "/api/tables", body)).id}`);
}
