// @ts-check
/** The texts of this game. */

import { texts } from "/static/js/i18n.js";

export const t = texts("symbol");
