import type { RawBuilder } from 'kysely';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { AppError } from '../core/app-error.ts';
import type { AdminActor } from '../core/actor.ts';
import type { Route, AdminCall } from '../http/route.ts';
import type { ErrorCode } from '@kaike/shared/errors';
import type { Db } from '../db/pool.ts';

export type Row = Record<string, unknown> & { id: number };
export type Values = Record<string, unknown>;

/** A write in progress: its transaction and the person behind it. */
export type Write = { trx: Db; call: AdminCall };
/** `field` is the input field of the action that caused the refusal. */
export type FailedRow = { id: number; code: ErrorCode; params?: Record<string, string | number>; field?: string };
/** The action that undoes this one; it needs no input except a reason. */
export type Undo = { resource: string; action: string; ids: number[] };
export type ActionResult = { changed: number; failed: FailedRow[]; extra?: Record<string, unknown>; undo?: Undo };

/** What an action works on: rows already locked and in scope, and validated input. */
export type ActionRun = Write & {
  rows: Row[];
  input: Values;
  reason: string;
  /** Shared by all pages of one bulk write; null when these rows are all of it. */
  batch: string | null;
};

/** A filter by a computed field: `has` is a condition on `r` that uses indexes beginning with these columns. */
export type DerivedFilter = { columns: readonly string[]; has: (value: unknown) => RawBuilder<boolean> };

/** Behaviour of a resource where its definition is not enough. Every part is optional. */
export type ResourceBehaviour = {
  /** View to read rows from, one row for each row of the table; writes go to the table. */
  read_from?: string;
  /** SQL of computed fields; the row is `r`. Evaluated once per returned row. */
  computed?: Record<string, RawBuilder<unknown>>;
  /** Filters by computed fields. */
  filters?: Record<string, DerivedFilter>;
  /** Ids of rows that a whole keyword matches in other tables, besides the search fields; must use indexes. Null when it cannot match. */
  finds?: (keyword: string) => RawBuilder<unknown> | null;
  /** Condition on `r` for every read and write of this actor; null is unlimited. */
  scope?: (actor: AdminActor) => RawBuilder<boolean> | null;
  beforeCreate?: (write: Write, values: Values) => Promise<Values>;
  /** The same for many rows at once, to save statements: the values of each row, or why it is refused, by index. */
  beforeCreateMany?: (write: Write, rows: readonly Values[]) => Promise<(Values | AppError)[]>;
  afterCreate?: (write: Write, row: Row) => Promise<void>;
  beforeUpdate?: (write: Write, change: { before: Row; values: Values }) => Promise<Values>;
  afterUpdate?: (write: Write, change: { before: Row; after: Row }) => Promise<void>;
  /** Returns the rows that must stay, with the reason; the others are deleted. */
  beforeDelete?: (write: Write, rows: Row[]) => Promise<FailedRow[]>;
  afterDelete?: (write: Write, rows: Row[]) => Promise<void>;
  /** Deleted rows that this person may neither restore nor delete permanently. */
  keepInTrash?: (write: Write, rows: readonly Row[]) => Promise<FailedRow[]>;
  /** Called after rows are restored from the trash, to fix what else depends on them, such as caches, or rules that changed meanwhile. */
  afterRestore?: (write: Write, rows: readonly Row[]) => Promise<void>;
  /** Masked fields that are stored sealed, in full; returned after the reveal has been logged. */
  reveal?: (call: AdminCall, trx: Db, row: Row) => Promise<Record<string, string | null>>;
  /** Fields beyond those of the definition, added to `show`. */
  extend?: (call: AdminCall, row: Row) => Promise<Values>;
  actions?: Record<string, (run: ActionRun) => Promise<ActionResult>>;
  /** Ids of other rows of the table that an action changes, too. They are locked together with the rows it is called on, in ascending order. */
  partners?: Record<
    string,
    (write: Write, target: { ids: readonly number[]; input: Values }) => Promise<readonly number[]>
  >;
  /** Sentences that a dry run of an action returns besides the number of rows; `where` is the condition on `r` for the target rows. */
  dryRunNotes?: Record<
    string,
    (call: AdminCall, target: { where: RawBuilder<boolean>; input: Values }) => Promise<string[]>
  >;
  /** Hand-written routes below the resource's path. */
  routes?: readonly Route[];
};

/** A definition with its behaviour, and access to the resources it refers to. */
export type Resource = {
  definition: ResourceDefinition;
  behaviour: ResourceBehaviour;
  related: (name: string) => Resource;
};
