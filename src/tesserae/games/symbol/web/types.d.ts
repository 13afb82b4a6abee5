/** The types of the Symbol board, for the checker alone. */

export type Stack = [seat: number, pieces: string];
export interface Step {
	square: string;
	stood: string;
	moved: boolean;
	rest: string | null;
	part: string;
	exploded: boolean;
	allowance: number;
}
export interface View {
	options: Record<string, any>;
	actors: number[];
	turn: number;
	edition: "simple" | "full";
	board: Record<string, Stack>;
	reserve: string[];
	regions: Record<string, number | null>;
	allowance: number;
	step: Step | null;
	quiet: number;
	occurrences: number;
	turns: number;
	outcome: { winners: number[]; reason: string } | null;
}
/** The stack in use: what of what stood there when the turn began is to move; the legal actions of its square, once known. */
export interface Picked {
	square: string;
	stood: string;
	chosen: boolean[];
	list: string[] | null;
	/** Whether the list is of all its parts. */
	whole: boolean;
}
/** The squares where pieces could go, those among them where they would take something, what they could strike, and where
 * each piece of the reserve could be added. */
export interface Reach {
	moves?: string[];
	takes?: string[];
	strikes?: string[];
	room?: Record<string, string[]>;
}
/** A button of the tray. */
export interface Deed {
	label: string;
	press: () => void;
	key: string;
	primary?: boolean;
	point?: (on: boolean) => void;
}
/** Choosing among the pieces of a stack; what was added this turn stays. */
export interface Choice extends Picked {
	added: string;
	toggle: (n: number) => void;
}
