// @ts-check
/** What the report of a game of Symbol has beside what all have. */

import { t } from "./texts.js";

/** @param {any} report @param {any} kit */
export const details = ({ details }, { counted }) => [
	counted(t("report.regions"), details.regions),
	counted(t("report.pieces"), details.pieces),
];
