// @ts-check
/** What the report of a game of Symbol has beside what all have. */
/** @import { Kit, Report } from "/static/js/table/report.js" */

import { t } from "./texts.js";

/** @param {Report & {details: {regions: number[][], pieces: number[][]}}} report @param {Kit} kit */
export const details = ({ details }, { counted }) => [
	counted(t("report.regions"), details.regions),
	counted(t("report.pieces"), details.pieces),
];
