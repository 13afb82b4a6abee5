// @ts-check
/** What boards ask about their game: at tables, in the rulebook and in guides. */

import { say } from "./net.js";

/** @typedef {import("./types.js").Answers} Answers */
/** Sends a query of the viewer's seat; the answer may be a refusal.
 * @typedef {<T extends keyof Answers>(query: {t: T} & Props) => Promise<Answers[T] & Refusal & {t: string}>} Ask */

/** Refusals are shown with `explain`. @param {Ask} ask @param {(text: string, rule?: string | null) => void} explain */
export function questions(ask, explain) {
	/** @type {Map<string, Promise<string[] | null>>} */ const lists = new Map(); // of the present position

	/** @template {keyof Answers} T @param {{t: T} & Props} query */
	async function told(query) {
		const answer = await ask(query);
		if (answer.t !== "refused") return answer;
		explain(say(answer), answer.rule);
		return null;
	}

	return {
		/** The position has changed. */
		forget: () => lists.clear(),
		/** @param {string} at @param {string} [begins] */
		legal(at, begins) {
			const key = `${at} ${begins}`;
			const list = lists.get(key) ?? told({ t: "legal", at, begins }).then((answer) => (answer ? answer.actions : []));
			lists.set(key, list);
			return list;
		},
		/** @param {string[]} actions */
		async stage(actions) {
			const answer = await told({ t: "stage", actions });
			if (!answer) throw new Error();
			return answer;
		},
		/** @param {string} square */
		inspect: async (square) => (await told({ t: "inspect", square })) ?? {},
		/** Whether there was something to explain. @param {string} action */
		async why(action) {
			const answer = await told({ t: "why", action });
			if (answer?.refused) explain(say(answer.refused), answer.refused.rule);
			return !answer || Boolean(answer.refused);
		},
	};
}
