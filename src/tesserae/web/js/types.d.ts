/** Types of what the server sends, only for tsc; docs/reference/protocol.md explains them. */

export interface Option {
  name: string;
  kind: "flag" | "number" | "choice" | "text";
  default: any;
  help: string;
  allowed: string;
  values?: string[];
  low?: number;
  high?: number;
}
/** A named combination of options. */
export interface Preset {
  name: string;
  title: string;
  about: string;
  options: Record<string, any>;
  seats: number | null;
  referee: boolean;
}
export interface Game {
  name: string;
  title: string;
  about: string;
  seats: number[];
  sides: string[];
  prefix: string;
  secrets: boolean;
  memory: boolean;
  /** the option that shows players what they have seen */
  aid: string | null;
  referee: boolean;
  /** the number of teams for each number of seats, if there are teams */
  teams: Record<number, number>;
  /** the option that has a value for each seat */
  per_seat: string | null;
  /** the first one is the default */
  presets: Preset[];
  options: Option[];
}
export interface Games {
  games: Game[];
  levels: string[];
  ready: Record<string, boolean>;
  /** whether the server offers the lab */
  lab: boolean;
}
export interface Seat {
  kind: "person" | "bot" | "open";
  name?: string;
  level?: string;
  mine?: boolean;
  here?: boolean;
  team?: number | null;
  ready?: boolean;
  force?: string | null;
  word?: string | null;
}
export type Clock = { kind: "game"; seconds: number; increment: number } | { kind: "move"; days: number };
export interface Result {
  winners: number[];
  reason: string;
  scores: number[] | null;
}
export interface Offer {
  seat: number;
  mine: boolean;
  accepted: number[];
  waiting: number[];
}
export interface TableDoc {
  id: string;
  status: "waiting" | "choosing" | "playing" | "over";
  game: string;
  options: Record<string, any>;
  settings: {
    clock: Clock | null;
    best_of: number;
    listed: boolean;
    watch: boolean;
    choose_forces: boolean;
    party: boolean;
    [name: string]: any;
  };
  seats: Seat[];
  owner: boolean;
  clock: { left: (number | null)[]; running: number[]; at: number } | null;
  offers: { draw: Offer | null; takeback: Offer | null };
  votes: number[][];
  undo: boolean;
  takeback: string | null;
  draw: boolean;
  chat: boolean;
  past: { table: string; moves: number } | null;
  commitment: string | null;
  secret: string | null;
  seed: string | null;
  result: Result | null;
  series: { best_of: number; game: number; wins: number[]; over: boolean };
  next: string | null;
  given?: number[];
}
export interface View {
  game: string;
  seats: number;
  seat: number | null;
  actors: number[];
  outcome: Result | null;
  [field: string]: any;
}
export interface Doc {
  table: TableDoc;
  view: View | null;
}
export interface Move {
  n: number;
  seat: number | null;
  action: string;
  at: number;
  /** the index of the first move of its turn */
  turn: number;
  /** what it did, if that is known */
  effects?: Effect[];
}
/** What an action says (actions.js); fields that it does not have are empty. */
export interface Action {
  verb: string;
  /** whether it does nothing but end the turn */
  ends: boolean;
  /** one or several pieces, a tile or a card */
  piece: string;
  from: string;
  to: string;
  target: string;
  direction: string;
  number: string;
  /** the squares that it names */
  squares: string[];
}
/** What an action did (src/tesserae/games/effects.py); the fields depend on the kind. */
export interface Effect {
  kind: "moved" | "placed" | "removed" | "exploded" | "turned" | "took" | "gave" | "claimed" | "scored" | "said" | "foreseen" | "ended";
  cause: string;
  square?: string;
  squares?: string[];
  area?: string[];
  from?: string;
  /** a square, or the seat that has it now */
  to?: any;
  toward?: string;
  pieces?: string;
  piece?: string;
  up?: boolean;
  owner?: number | null;
  seat?: number | null;
  points?: number;
  n?: number;
  winners?: number[];
  scores?: number[] | null;
}
/** The legal actions of a seat or, if there are too many, the squares that have some. */
export interface Choices {
  seat: number;
  actions: string[] | null;
  count: number;
  squares: string[];
}
/** A preview of steps. */
export interface Staged {
  views: any[];
  effects: Effect[][];
  legal: string[] | null;
}
export interface Chat {
  n: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}
export interface Refusal {
  code?: string;
  rule?: string | null;
  sentence?: string;
  words?: Record<string, unknown>;
  text?: string;
  /** the option of the game that it is about */
  option?: string | null;
}
export interface Summary {
  id: string;
  game: string;
  status: TableDoc["status"];
  seats: Seat[];
  options: Record<string, any>;
  clock: Clock | null;
  turn: number[];
  updated: number;
  result: Result | null;
  teams: number | null;
  party: boolean;
}

/** The interface of a board for the shell. */
export interface Board {
  show(
    view: any,
    about: {
      /** the legal actions, if the list is complete */
      legal: string[] | null;
      animate: boolean;
      last: { seat: number | null; action: string } | null;
      /** what the last action did, if that is known */
      effects?: Effect[];
      /** if the list is too long: the squares that have actions */
      squares?: string[];
    },
  ): Promise<void> | void;
  clear(): void;
  destroy(): void;
  /** Compose these actions again, which were proposed before a reload of the page. */
  resume(actions: string[]): unknown;
  /** While a step is still being checked before it is proposed: whether it was possible. */
  staging?: Promise<boolean> | null;
  grid: import("./boards/kit.js").Grid;
}
export interface BoardTable {
  seat: number | null;
  seats: number;
  mine: number[];
  game: Game;
  flipped: boolean;
  motion: boolean;
  confirms: boolean;
  party?: boolean;
  name(seat: number): string;
  live(): boolean;
  /** The legal actions of a square; null if there are too many: then ask for those that begin in some way. */
  legal(at: string, begins?: string): Promise<string[] | null>;
  stage(actions: string[]): Promise<Staged>;
  /** What the game itself says of a square. */
  inspect(square: string): Promise<Record<string, any>>;
  /** Show why an action is not possible. */
  why(action: string): Promise<unknown>;
  explain(text: string, rule?: string | null): void;
  propose(actions: string[], words?: string): void;
  /** Keep these staged steps, which are not proposed yet, for a reload. */
  keep(steps: string[]): void;
  send(actions: string[]): Promise<boolean>;
  status(text: string): void;
}
export interface BoardFile {
  board: { create(host: HTMLElement, table: BoardTable): Board };
  describe(action: string, before: any): string;
  summary(view: any): { label: string; seat?: number; value: string | number }[];
  /** Load the names of things that describe() needs. */
  prepare?(): Promise<void>;
  /** If each seat chooses its force: fills a host for each seat, and calls `change` with the standard choices and after
   *  every change; with null while they are not complete. */
  builder?(hosts: HTMLElement[], options: Record<string, any>, change: (texts: string[] | null) => void): void;
  /** The force of a seat as pictures, with a text for people who cannot see them. */
  brings?(text: string, seat: number): Child;
  /** The actions of a referee against a side, with their labels. */
  referee?(sides: number[]): { action: string; label: string }[];
  /** A selector for the thing beside the board that an action uses. */
  held?(action: string): string | null;
}

/** What a board belongs to: a table or a study. */
export interface Player {
  file: BoardFile;
  board: Board | null;
  view: View | null;
  acting: boolean;
  act(actions: string[]): Promise<boolean>;
  focusBoard(): void;
}

/** The appearance of a board of squares, and its callbacks. */
export interface GridLook {
  files: number;
  ranks: number;
  label: string;
  flipped?: boolean;
  coordinates?: boolean;
}
export interface GridUse {
  /** a click, Enter or Space; if it returns a promise, it is awaited before something is dropped */
  pick?: (square: string) => unknown;
  /** whether its pieces can be dragged */
  drags?: (square: string) => boolean;
  /** the mouse or the focus is there */
  point?: (square: string | null) => void;
  /** Escape */
  cancel?: () => void;
}

/** A page of the shell; the router destroys it before it opens the next one. */
export type Page = { destroy?: () => void } | void;
export type Leaf = Node | string | number | null | undefined | false;
/** A path in the document and its new value; without a value the key was removed. */
export type Change = [path: (string | number)[], value?: unknown];
/** A message that has not been answered yet. */
export interface Pending {
  message: Props;
  commits: boolean;
  ply: number;
  stale?: Refusal;
  /** the type of the answer is known where the query is sent */
  done: (answer: any) => void;
}

/** The data of an event; the fields depend on its kind. */
export interface Told {
  action: string;
  turn: number;
  effects?: Effect[];
  to: number;
  what?: string;
  how?: string;
  name?: string;
  text?: string;
}
export interface EventMessage {
  t: "event";
  n: number;
  at: number;
  kind: string;
  seat: number | null;
  data: Told;
  changes: Change[];
  legal?: Choices;
  id?: string;
}
export interface StateMessage {
  t: "state";
  n: number;
  seat: number | null;
  now: number;
  doc: Doc;
  moves: Move[];
  chat: Chat[];
  legal?: Choices;
  kind?: undefined;
}
export interface ThinkingMessage {
  t: "thinking";
  seat: number;
  seconds: number;
  short: boolean;
  kind?: undefined;
  id?: undefined;
}
/** The answers to queries. */
export interface Answers {
  legal: Choices;
  why: { refused: Refusal | null };
  stage: Staged;
  inspect: Record<string, any>;
  hint: { candidates: Candidate[]; line: [seat: number, action: string][] };
}
export interface Candidate {
  action: string;
  visits: number;
  value: number;
  effects: Effect[];
}
export interface AnswerMessage {
  t: "legal" | "why" | "staged" | "inspected" | "hint";
  id: string;
}
/** The messages of the WebSocket, and `link`, which says that the connection has changed. */
export type Message =
  | StateMessage
  | EventMessage
  | ThinkingMessage
  | AnswerMessage
  | { t: "ok"; id: string | null; n: number }
  | (Refusal & { t: "refused"; id: string })
  | { t: "presence"; watching: number }
  | { t: "store"; away: boolean }
  | { t: "error"; code: string; text: string }
  | { t: "link" | "pong"; id?: undefined };

/** Names that most modules need; they are global. */
declare global {
  type TablePage = import("./pages/table.js").TablePage;
  type Table = import("./types.js").BoardTable;
  type Board = import("./types.js").Board;
  type BoardFile = import("./types.js").BoardFile;
  type BoardModule = BoardFile["board"];
  type Translate = (key: string, words?: Record<string, unknown>) => string;
  type Showing = Parameters<Board["show"]>[1];
  type Made = NonNullable<Showing["last"]>;
  type View = import("./types.js").View;
  type Move = import("./types.js").Move;
  type Effect = import("./types.js").Effect;
  type Action = import("./types.js").Action;
  /** The squares that an action names, and what it did or would do. */
  type Done = { squares: string[]; effects: Effect[] };
  type Staged = import("./types.js").Staged;
  type Refusal = import("./types.js").Refusal;
  type Game = import("./types.js").Game;
  type Seat = import("./types.js").Seat;
  type Clock = import("./types.js").Clock;
  type Child = import("./types.js").Leaf | any[];
  type Props = Record<string, any>;
  /** An event with the type of its element. */
  type Of<E extends Element> = Event & { target: E };
  type Grid = import("./boards/kit.js").Grid;
  type Motion = import("./boards/kit.js").Motion;
  type Mark = import("./boards/kit.js").Mark;
  type Point = { x: number; y: number };
  /** Creates elements of the kinds in `Tags`. */
  type Make<Tags> = <T extends keyof Tags & string>(tag: T, props?: Props, ...children: Child[]) => Tags[T];
  /** Draws a panel of the table, from what it needs of the page. */
  type Draw<Needed extends keyof TablePage> = (panel: HTMLElement, page: Pick<TablePage, Needed>) => void;
}
