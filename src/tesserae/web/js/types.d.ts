/** What the server sends, for the checker alone; docs/protocol.md says what it means. */

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
/** Options that go together, under one name. */
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
  /** the option that shows players what they have seen before */
  aid: string | null;
  referee: boolean;
  /** the number of teams by the number of seats, where there are teams */
  teams: Record<number, number>;
  /** the option that has a value for each seat */
  per_seat: string | null;
  /** the first is what one plays without choosing */
  presets: Preset[];
  options: Option[];
}
export interface Games {
  games: Game[];
  levels: string[];
  ready: Record<string, boolean>;
  /** whether people may have the bots play many games for them */
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
  /** what it did, if that has been told */
  effects?: Effect[];
}
/** What an action did (src/tesserae/games/effects.py): the fields that there are depend on the kind. */
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
/** What a seat may do: all of it, or where that is too long the squares that have something. */
export interface Choices {
  seat: number;
  actions: string[] | null;
  count: number;
  squares: string[];
}
/** Where what stands on a square could go, take and strike, and where pieces of a reserve could be added. */
export interface Reach {
  moves?: string[];
  takes?: string[];
  strikes?: string[];
  room?: Record<string, string[]>;
}
/** What would be after each of some steps. */
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

/** A board of one game, as the shell knows it. */
export interface Board {
  show(
    view: any,
    about: {
      /** what may be done, if there is a complete list */
      legal: string[] | null;
      animate: boolean;
      last: { seat: number | null; action: string } | null;
      /** what the last action did, if that is known */
      effects?: Effect[];
      /** where the list is too long: the squares that have something */
      squares?: string[];
    },
  ): Promise<void> | void;
  clear(): void;
  destroy(): void;
  /** Compose these actions again, which had been proposed before the page was loaded anew. */
  resume(actions: string[]): unknown;
  /** While something on its way is still to be added to what is proposed: whether that could be done. */
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
  /** The legal actions of a square; null: too many, ask for those whose text begins in some way. */
  legal(at: string, begins?: string): Promise<string[] | null>;
  stage(actions: string[]): Promise<Staged>;
  reach(square: string): Promise<Reach>;
  why(action: string): Promise<void>;
  explain(text: string, rule?: string | null): void;
  propose(actions: string[], words?: string): void;
  /** These steps are staged, if not yet proposed: a reload must not lose them. */
  keep(steps: string[]): void;
  send(actions: string[]): Promise<boolean>;
  status(text: string): void;
}
export interface BoardFile {
  board: { create(host: HTMLElement, table: BoardTable): Board };
  describe(action: string, before: any): string;
  summary(view: any): { label: string; seat?: number; value: string | number }[];
  /** Have the names of things at hand, for describe(). */
  prepare?(): Promise<void>;
  /** Where each seat brings something of its own: fills a host for each, tells the standard choices and every other,
   *  and null while they are not complete. */
  builder?(hosts: HTMLElement[], options: Record<string, any>, change: (texts: string[] | null) => void): void;
  /** What a seat brings, in pictures, with words for who cannot see them. */
  brings?(text: string, seat: number): Child;
  /** What a referee can do to a side, in words. */
  referee?(sides: number[]): { action: string; label: string }[];
  /** The thing beside the board that an action uses, as a selector. */
  held?(action: string): string | null;
}

/** Who plays at a board: at a table or in a study. */
export interface Player {
  file: BoardFile;
  board: Board | null;
  view: View | null;
  acting: boolean;
  act(actions: string[]): Promise<boolean>;
  focusBoard(): void;
}

/** How a board of squares looks, and what happens on it. */
export interface GridLook {
  files: number;
  ranks: number;
  label: string;
  flipped?: boolean;
  coordinates?: boolean;
}
export interface GridUse {
  /** clicked, or Enter or Space; what takes time is waited for before the next thing is dropped */
  pick?: (square: string) => unknown;
  /** whether what lies there can be dragged elsewhere */
  drags?: (square: string) => boolean;
  /** the mouse or the focus is there */
  point?: (square: string | null) => void;
  /** Escape */
  cancel?: () => void;
}

/** What a page of the shell is: the router destroys it before the next one. */
export type Page = { destroy?: () => void } | void;
export type Leaf = Node | string | number | null | undefined | false;
/** A path into the document and what is there now; without that, it is gone. */
export type Change = [path: (string | number)[], value?: unknown];
/** A message that has not been answered yet. */
export interface Pending {
  message: Props;
  commits: boolean;
  ply: number;
  stale?: Refusal;
  /** what comes as an answer is known where the question was asked */
  done: (answer: any) => void;
}

/** What is in an event; which fields there are depends on its kind. */
export interface Told {
  action: string;
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
/** The answers to questions that change nothing. */
export interface Answers {
  legal: { actions: string[] | null; count: number };
  why: { refused: Refusal | null };
  stage: Staged;
  reach: Reach;
  hint: { candidates: Candidate[]; line: [seat: number, action: string][] };
}
export interface Candidate {
  action: string;
  visits: number;
  value: number;
  effects: Effect[];
}
export interface AnswerMessage {
  t: "legal" | "why" | "staged" | "reach" | "hint";
  id: string;
}
/** What comes over the WebSocket, and `link`, which says that the connection has changed. */
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

/** The names that most modules need are known everywhere. */
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
  /** An action, and what it did or would do. */
  type Done = { action: string; effects: Effect[] };
  type Reach = import("./types.js").Reach;
  type Staged = import("./types.js").Staged;
  type Refusal = import("./types.js").Refusal;
  type Game = import("./types.js").Game;
  type Seat = import("./types.js").Seat;
  type Clock = import("./types.js").Clock;
  type Child = import("./types.js").Leaf | any[];
  type Props = Record<string, any>;
  /** An event of an element that is known. */
  type Of<E extends Element> = Event & { target: E };
  type Grid = import("./boards/kit.js").Grid;
  type Motion = import("./boards/kit.js").Motion;
  type Mark = import("./boards/kit.js").Mark;
  type Point = { x: number; y: number };
  /** Makes elements of the kinds in `Tags`. */
  type Make<Tags> = <T extends keyof Tags & string>(tag: T, props?: Props, ...children: Child[]) => Tags[T];
  /** Draws a panel of the table. */
  type Draw = (panel: HTMLElement, page: TablePage) => void;
}
