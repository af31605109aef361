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
/** `field` is what the action asked for and the refusal is about. */
export type FailedRow = { id: number; code: ErrorCode; params?: Record<string, string | number>; field?: string };
/** The action, without anything left to ask but a reason, that takes back what was done. */
export type Undo = { resource: string; action: string; ids: number[] };
export type ActionResult = { changed: number; failed: FailedRow[]; extra?: Record<string, unknown>; undo?: Undo };

/** What an action works on: rows already locked, in scope, and the input already checked. */
export type ActionRun = Write & {
  rows: Row[];
  input: Values;
  reason: string;
  /** What all pages of one write share; null where the rows at hand are the whole of it. */
  batch: string | null;
};

/** Rows whose computed field has a value, as a condition on `r` that indexes answer, which begin with these columns of the table. */
export type DerivedFilter = { columns: readonly string[]; has: (value: unknown) => RawBuilder<boolean> };

/** Behaviour of a resource where its definition is not enough. Every part is optional. */
export type ResourceBehaviour = {
  /** View to read rows from, one row for each of the table's; writes go to the table. */
  read_from?: string;
  /** SQL of computed fields; the row is known as `r`. Costs one evaluation per shown row. */
  computed?: Record<string, RawBuilder<unknown>>;
  /** Filters by computed fields. */
  filters?: Record<string, DerivedFilter>;
  /** Ids of rows a whole keyword stands for in other tables, beside the search fields; each by an index. Null when it cannot. */
  finds?: (keyword: string) => RawBuilder<unknown> | null;
  /** Condition on `r` that every read and write of this actor carries; null is no limit. */
  scope?: (actor: AdminActor) => RawBuilder<boolean> | null;
  beforeCreate?: (write: Write, values: Values) => Promise<Values>;
  /** The same for many rows at once, where that saves statements: each row's values, or why it is refused, by its place. */
  beforeCreateMany?: (write: Write, rows: readonly Values[]) => Promise<(Values | AppError)[]>;
  afterCreate?: (write: Write, row: Row) => Promise<void>;
  beforeUpdate?: (write: Write, change: { before: Row; values: Values }) => Promise<Values>;
  afterUpdate?: (write: Write, change: { before: Row; after: Row }) => Promise<void>;
  /** Rows that must stay are answered with the reason; the others are deleted. */
  beforeDelete?: (write: Write, rows: Row[]) => Promise<FailedRow[]>;
  afterDelete?: (write: Write, rows: Row[]) => Promise<void>;
  /** Deleted rows that this person may neither bring back nor delete for good. */
  keepInTrash?: (write: Write, rows: readonly Row[]) => Promise<FailedRow[]>;
  /** Rows that came back from the trash: what else has to be put right, such as caches, or rules that moved on meanwhile. */
  afterRestore?: (write: Write, rows: readonly Row[]) => Promise<void>;
  /** Masked fields that are stored sealed, in full; told after the reveal is in the log. */
  reveal?: (call: AdminCall, trx: Db, row: Row) => Promise<Record<string, string | null>>;
  /** Fields of a shown row beyond the definition's, added to `show`. */
  extend?: (call: AdminCall, row: Row) => Promise<Values>;
  actions?: Record<string, (run: ActionRun) => Promise<ActionResult>>;
  /** Ids of other rows of the table that an action changes, too. They are locked together with those it is called on, in ascending order. */
  partners?: Record<
    string,
    (write: Write, target: { ids: readonly number[]; input: Values }) => Promise<readonly number[]>
  >;
  /** Sentences told before an action starts, besides the number of rows; `where` is the condition on `r` of those meant. */
  dryRunNotes?: Record<
    string,
    (call: AdminCall, target: { where: RawBuilder<boolean>; input: Values }) => Promise<string[]>
  >;
  /** Hand-written routes below the resource's path. */
  routes?: readonly Route[];
};

/** A definition with its behaviour, and the way to the resources it points at. */
export type Resource = {
  definition: ResourceDefinition;
  behaviour: ResourceBehaviour;
  related: (name: string) => Resource;
};
