// @ts-check
/** A hint: the best move as the bots see it, on the board and in words. */

import { has } from "../given.js";
import { list, t } from "../i18n.js";
import { say } from "../net.js";
import { advise, extras, grade } from "./advice.js";

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** @param {TablePage} page */
export async function hint(page) {
  await extras();
  const { view } = page;
  const seat = page.live.seat;
  page.status.explain(t("hint.thinking"), null, "advises");
  const answer = await page.live.ask({ t: "hint", seat });
  if (page.view !== view || !view || seat === null) return; // somebody was faster
  if (answer.t !== "hint") return page.status.explain(say(answer), answer.rule);
  /** @type {[number, string][]} */
  const line = answer.line;
  const reply = line.findIndex(([actor]) => actor !== seat);
  const turn = line.slice(0, reply < 0 ? line.length : reply).map(([, action]) => action);
  const steps = page.game.memory ? turn.slice(0, 1) : turn; // one flip at a time: the rest would be a list of what lies where
  const after = await foresee(page, seat, steps);
  /** @param {string} action @param {any} before */
  const words = (action, before) => page.file.describe(action, before);
  const told = [t("hint.best", { what: list(steps.filter((step) => step !== "end").map((step) => words(step, view))) || words("end", view) })];
  const { name } = page.game;
  if (has(name, "advice.js")) told.push(...(await import(`/static/games/${name}/advice.js`)).foresee(steps, view, after, seat));
  told.push(t(`hint.value.${grade(answer.candidates[0].value)}`));
  if (reply >= 0 && steps.length === turn.length)
    told.push(t("hint.reply", { name: page.name(line[reply][0]), what: words(line[reply][1], after ?? view) }));
  page.status.explain(told.join(" "), null, "advises");
  advise(page, steps);
}

/** What the board would be then, where nothing is hidden. @param {TablePage} page @param {number} seat @param {string[]} actions */
async function foresee(page, seat, actions) {
  if (page.game.secrets || page.game.memory) return null;
  const answer = await page.live.ask({ t: "stage", seat, actions });
  return answer.t === "staged" ? answer.views.at(-1) : null;
}
