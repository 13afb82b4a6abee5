/** Types of what the server says of a game's WebAssembly (src/tesserae/bots/browser.py), and of the orders to the worker. */

/** A parameter of a compiled function: its name, its kind, and for arrays the bytes of an element and the dimensions. */
export type Argument =
	| [name: string, kind: "int" | "bool" | "float"]
	| [name: string, kind: "array", item: number, dimensions: number]
	| [name: string, kind: "tuple", parts: Argument[]];
export interface Entry {
	arguments: Argument[];
	returns: "int" | "bool" | "float" | "none";
}
/** The bytes of a record, and the type and offset of its fields. */
export interface Layout {
	bytes: number;
	fields: Record<string, [type: string, offset: number]>;
}
/** Where an array is in the file of weights. */
export interface Place {
	at: number;
	item: number;
	shape: number[];
}
export type NetPlaces = Record<"first" | "bias" | "last" | "shift", Place>;
/** How to search; the numbers and truth values are those of the kind. */
export interface Settings {
	kind: "mcts" | "puct" | "alphabeta" | "racing";
	settings: Record<string, any>;
	/** how many sides play */
	sides: number;
	net: NetPlaces;
	belief?: NetPlaces;
	preferences?: Place;
}
export interface Description {
	game: string;
	/** addresses of the two files */
	module: string;
	weights: string;
	/** bytes of a state */
	record: number;
	inputs: number;
	entries: Record<string, Entry>;
	layouts: Record<"node" | "frame" | "slot", Layout>;
	sizes: Record<string, number>;
	searches: Settings[];
	/** for each preset its options as numbers, and which search each level uses */
	presets: Record<string, { seats: number; options: number[]; levels: Record<string, number> }>;
}
/** An action, how often it was tried, and its value for each seat, from -1 to 1. */
export interface Found {
	action: bigint;
	visits: number;
	values: number[];
}
/** The best action first. */
export interface Thoughts {
	simulations: number;
	found: Found[];
}
export interface EngineOrder {
	id: number;
	name: string;
	given: any[];
}
/** What a search begins with: a state hidden for the seat, which acts in it; a seed, and which of its streams of random
 * numbers; how many nodes a tree can have. */
export interface Task {
	hidden: Uint8Array;
	seat: number;
	seats: number;
	seed: bigint;
	stream?: bigint;
	nodes: number;
}
/** A search that ends after that many simulations or seconds. */
export interface SearchOrder extends Task {
	settings: Settings;
	simulations?: number;
	seconds?: number;
}
