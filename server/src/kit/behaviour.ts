import type { RawBuilder, Selectable, Updateable } from 'kysely';
import type { ChangeOf, Fields, InputOf, ValueOf } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Locale } from '@kaike/shared/locales/languages';
import type { RowCheck } from '@kaike/shared/kit/rows/checks';
import type { AppError } from '../core/app-error.ts';
import type { AdminActor } from '../core/actor.ts';
import type { Route } from '../core/route.ts';
import type { AdminCall } from '../core/call.ts';
import type { ErrorCode } from '@kaike/shared/errors';
import type { Db } from '../db/pool.ts';
import type { Database } from '../db/tables.ts';

/** A row and values of any resource, for the engine, which knows no feature. Features use the types below. */
export type Row = Record<string, unknown> & { id: number };
export type Values = Record<string, unknown>;

type Table<D extends ResourceDefinition> = D['table'] extends keyof Database ? Database[D['table']] : unknown;
type Json<D extends ResourceDefinition, K> = K extends keyof Selectable<Table<D>> ? Selectable<Table<D>>[K] : unknown;
type StoredValue<D extends ResourceDefinition, K, F> = F extends { kind: 'date_time' }
  ? Date | Extract<ValueOf<F>, null>
  : unknown extends ValueOf<F>
    ? Json<D, K>
    : ValueOf<F>;

/** A row of a resource, such as `RowOf<typeof subjects>`: the fields of its definition as stored, moments as `Date`, JSON as the table has it. */
export type RowOf<D extends ResourceDefinition> = { [K in keyof D['fields']]: StoredValue<D, K, D['fields'][K]> } & {
  id: number;
  version?: number;
};

/** Columns of the table with values to write; JSON is passed as it is. */
export type ColumnsOf<D extends ResourceDefinition> = {
  [K in keyof Selectable<Table<D>>]?: unknown extends Selectable<Table<D>>[K]
    ? unknown
    : Updateable<Table<D>>[K & keyof Updateable<Table<D>>];
};

type ActionsOf<D extends ResourceDefinition> = NonNullable<D['actions']>;
type ActionFields<D extends ResourceDefinition, N> = N extends keyof ActionsOf<D>
  ? ActionsOf<D>[N] extends { fields: infer F extends Fields }
    ? F
    : Fields
  : Fields;

/** A write in progress: its transaction and the person behind it. */
/** `is_import`: the rows come from a sheet. */
export type Write = { trx: Db; call: AdminCall; is_import?: true };
/** `field` is the input field of the action that caused the refusal. */
export type FailedRow = { id: number; code: ErrorCode; params?: Record<string, string | number>; field?: string };
/** An action that undoes this one on some rows, with its input; a reason is added. */
export type Undo = { resource: string; action: string; ids: number[]; input?: Values };
export type ActionResult = {
  changed: number;
  failed: FailedRow[];
  extra?: Record<string, unknown>;
  /** What undoes it, one after the other. */
  undo?: readonly Undo[];
};

/** What an action works on, such as `ActionRun<typeof courses, 'change-status'>`: rows already locked and in scope, and validated input. */
export type ActionRun<D extends ResourceDefinition = ResourceDefinition, N extends string = string> = Write & {
  rows: RowOf<D>[];
  input: InputOf<ActionFields<D, N>>;
  reason: string;
  /** Shared by all pages of one bulk write; null when these rows are all of it. */
  batch: string | null;
};

/** A filter by a computed field: `has` is a condition on `r` that uses indexes beginning with these columns. */
export type DerivedFilter = { columns: readonly string[]; has: (value: unknown) => RawBuilder<boolean> };

/** A value and what it is called. */
export type Label = { value: string; label: string };

/** What a dry run says: what is so now, above the fields, and what will become of it, below them. */
export type DryRunAnswer = { context: string[]; notes: string[] };

/**
 * What a dry run of an action says besides the number of rows; sentences alone are about what will become of it. `where` is the
 * condition on `r` for the target rows, `input` what is filled in so far.
 */
export type DryRunNotes<D extends ResourceDefinition = ResourceDefinition, N extends string = string> = (
  call: AdminCall,
  target: { where: RawBuilder<boolean>; input: { [K in keyof ActionFields<D, N>]?: unknown } },
) => Promise<string[] | DryRunAnswer>;

/** Behaviour of a resource where its definition is not enough. Every part is optional. */
export type Behaviour<D extends ResourceDefinition> = {
  /** View to read rows from, one row for each row of the table; writes go to the table. */
  read_from?: string;
  /** SQL of computed fields; the row is `r`. Evaluated once per returned row. */
  computed?: { [K in keyof D['fields']]?: RawBuilder<unknown> };
  /** Filters by computed fields. */
  filters?: { [K in keyof D['fields']]?: DerivedFilter };
  /** Values of choices with `is_open` besides those of the definition. */
  choices?: (call: AdminCall) => Promise<{ [K in keyof D['fields']]?: Label[] }>;
  /** Ids of rows that a whole keyword matches in other tables, besides the search fields; must use indexes. Null when it cannot match. */
  keywordLookup?: (keyword: string) => RawBuilder<unknown> | null;
  /** Condition on `r` for every read and write of this actor; null is unlimited. */
  scope?: (actor: AdminActor) => RawBuilder<boolean> | null;
  /** Checks a new row and completes it; returns the columns to write, `values` when nothing is added. */
  beforeCreate?: (write: Write, values: InputOf<D['fields']>) => Promise<ColumnsOf<D>>;
  /** The same for many rows at once, to save statements: the values of each row, or why it is refused, by index. */
  beforeCreateMany?: (write: Write, rows: readonly InputOf<D['fields']>[]) => Promise<(ColumnsOf<D> | AppError)[]>;
  afterCreate?: (write: Write, row: RowOf<D>, values: InputOf<D['fields']>) => Promise<void>;
  /** The same for a change of a row; returns the columns to write. */
  beforeUpdate?: (write: Write, change: { before: RowOf<D>; values: ChangeOf<D['fields']> }) => Promise<ColumnsOf<D>>;
  /** Returns the fields of the row it changed itself, if any. */
  afterUpdate?: (write: Write, change: { before: RowOf<D>; after: RowOf<D> }) => Promise<Partial<RowOf<D>> | undefined>;
  /** Returns the rows that must stay, with the reason; the others are deleted. */
  beforeDelete?: (write: Write, rows: RowOf<D>[]) => Promise<FailedRow[]>;
  afterDelete?: (write: Write, rows: RowOf<D>[]) => Promise<void>;
  /** Deleted rows that this person may neither restore nor delete permanently. */
  blockRestore?: (write: Write, rows: readonly RowOf<D>[]) => Promise<FailedRow[]>;
  /** Called after rows are restored from the trash, to fix what else depends on them, such as caches, or rules that changed meanwhile. */
  afterRestore?: (write: Write, rows: readonly RowOf<D>[]) => Promise<void>;
  /** Masked fields that are stored sealed, in full; returned after the reveal has been logged. */
  reveal?: (call: AdminCall, trx: Db, row: RowOf<D>) => Promise<Record<string, string | null>>;
  /** Puts what is stored as keys into the reader's words, in lists, on pages and in exports; it reads the fields of `needs`. */
  present?: {
    fields: readonly (keyof D['fields'] & string)[];
    words: (call: AdminCall, rows: RowOf<D>[]) => Promise<void>;
  };
  /** Fields beyond those of the definition, added to `show`. */
  extend?: (call: AdminCall, row: RowOf<D>) => Promise<Values>;
  actions?: { [N in keyof ActionsOf<D> & string]?: (run: ActionRun<D, N>) => Promise<ActionResult> };
  /** Ids of other rows of the table that an action changes, too. They are locked together with the rows it is called on, in ascending order. */
  alsoLocks?: {
    [N in keyof ActionsOf<D> & string]?: (
      write: Write,
      target: { ids: readonly number[]; input: InputOf<ActionFields<D, N>> },
    ) => Promise<readonly number[]>;
  };
  /** What a row lacks for a verb, in the order in which it is mended; for each verb that `status.checked` names. */
  checks?: Readonly<Record<string, (call: AdminCall, row: RowOf<D>) => Promise<RowCheck[]>>>;
  dryRunNotes?: { [N in keyof ActionsOf<D> & string]?: DryRunNotes<D, N> };
  /** Hand-written routes below the resource's path. */
  routes?: readonly Route[];
};

/** The behaviour of any resource, as the engine calls it. */
export type ResourceBehaviour = Behaviour<ResourceDefinition>;

/** Declares the behaviour of a resource; its hooks know the rows and the input from the definition. */
export function defineBehaviour<D extends ResourceDefinition>(
  _definition: D,
  behaviour: Behaviour<D>,
): ResourceBehaviour {
  // The one place where the types are erased: the engine passes each hook rows and input of its own definition.
  return behaviour as ResourceBehaviour;
}

/** A definition with its behaviour, and access to the resources it refers to. `D` is known where a feature names the definition. */
export type Resource<D extends ResourceDefinition = ResourceDefinition> = {
  definition: ResourceDefinition;
  behaviour: ResourceBehaviour;
  related: (name: string) => Resource;
  /** The wording it brings itself; that of the others is the product's. */
  words?: (locale: Locale) => Record<string, string>;
  readonly _definition?: D;
};
