import type { Resource, Values, Write } from '../behaviour.ts';
import type { SheetCellContext } from './cells.ts';

export type ImportTask = { write: Write; resource: Resource; context: SheetCellContext };

/** `messages`: by field, where the reason concerns one. */
export type Wrong = { error: string; fields: string[]; messages: Record<string, string> };
/** The outcome of each row of a chunk, by index. */
export type ChunkOutcome = {
  created: Map<number, number>;
  updated: Map<number, number>;
  /** Rows that change nothing. */
  unchanged: Map<number, number>;
  wrong: Map<number, Wrong>;
  /** Deleted rows with the same key, which can be restored instead. */
  trashed: Map<number, number>;
  before: Map<number, Values>;
  /** Ids of the rows created and updated, in the order they were saved. */
  saved: number[];
};
