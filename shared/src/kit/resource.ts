import type { Field, Fields } from './field.ts';

/** The specification's `options.only`. */
export type Operation = 'list' | 'show' | 'create' | 'update' | 'delete' | 'export' | 'import';

/** First path segment of everything: also the group of menu entries. */
export type Area = 'open' | 'home' | 'admin';

/** Sidebar roots of the admin area, in order; level 3 of the menu. */
export type MenuRoot = 'dashboard' | 'learning' | 'people' | 'trade' | 'ai' | 'site' | 'system';

/** What a field of the row must hold: one of the values (null is none), or anything at all (`is_set`). */
export type Condition =
  | { readonly field: string; readonly in: readonly (string | number | boolean | null)[] }
  | { readonly field: string; readonly is_set: boolean };

export type Action = {
  readonly method: 'PUT' | 'POST';
  /** `rows`: acts on `ids` and answers per row. `resource`: acts on none. */
  readonly on: 'rows' | 'resource';
  /** What the person fills in before it runs. */
  readonly fields?: Fields;
  /** Asks before it runs, saying how many rows are meant. */
  readonly confirm?: boolean;
  readonly danger?: boolean;
  /** Rows it makes sense for; every condition must hold. Buttons ask it, the server judges by itself. */
  readonly when?: readonly Condition[];
  /** Where the action changes a state of the row: the states from which each value is reached; from any other one unless named. */
  readonly from?: Readonly<Record<number, readonly number[]>>;
  /** The value that takes another one back where a row cannot return to the state it was in. */
  readonly back?: Readonly<Record<number, number>>;
  /** Never for more than one row at a time. */
  readonly one?: boolean;
  /** Fields the dry run of its behaviour depends on; the dry run is repeated when one changes. Absent: no dry run. */
  readonly dry_run_on?: readonly string[];
  /** Shown on its own page or by a hand-written panel, not in the generated toolbar. */
  readonly hidden?: boolean;
};

export type ResourceDefinition<F extends Fields = Fields, K extends string = keyof F & string> = {
  /** Plural kebab-case: the URL, the wording key, the permission. */
  readonly name: string;
  readonly table: string;
  readonly area: Area;
  readonly menu: { readonly root: MenuRoot; readonly icon: string; readonly sort: number };
  readonly only: readonly Operation[];
  /** Field that names a row: its label in relations, drawers and logs. */
  readonly title: K;
  readonly fields: F;
  readonly list: {
    readonly columns: readonly K[];
    readonly filters?: readonly K[];
    /** Text fields found by the keyword box: prefix or part, by trigram index. */
    readonly search?: readonly K[];
    /** What else the keyword box finds by a whole number (`finds` of the behaviour): wording keys beside the fields. */
    readonly search_also?: readonly string[];
    readonly sort?: readonly K[];
    /** Text filters that ask for the whole value, as typed or in capitals, such as an address or the end of a card's secret; the others look for a part. */
    readonly exact?: readonly K[];
    /** Fields changed in the row itself: by update where they are writable, else by the action that asks for nothing else. */
    readonly quick_edit?: readonly K[];
    /** Identifiers with a button to copy them. */
    readonly copy?: readonly K[];
    /** A field, with `-` in front for descending. */
    readonly default_sort: K | `-${K}`;
  };
  /** Groups of the form; fields in none are not edited. */
  readonly form?: readonly { readonly group: string; readonly fields: readonly K[] }[];
  readonly transfer?: {
    readonly export: readonly K[];
    readonly import?: readonly K[];
    /** Field that recognises an existing row on import. */
    readonly key?: K;
  };
  /** Name of a row scope implemented on the server; every read and write carries it. */
  readonly scope?: string;
  /** Rows form a tree by `parent_id`, kept as a nested set (`lft`, `rgt`, `level`). */
  readonly tree?: boolean;
  /** Rows are deleted for good; without it deletion is soft and can be undone for 30 days. */
  readonly hard_delete?: boolean;
  readonly actions?: Record<string, Action>;
  /** Extra permissions that belong to no operation, such as `reveal` or `export-secrets`. */
  readonly permissions?: readonly string[];
};

/** Declares a resource: table, routes, permissions, list, form, transfer and tests follow from it. */
export function defineResource<const F extends Fields>(definition: ResourceDefinition<F>): ResourceDefinition<F> {
  return definition;
}

/** Fields a client may write in the given situation. */
export function writableFields(fields: Fields, when: 'create' | 'update'): [string, Field][] {
  return Object.entries(fields).filter(
    ([, field]) => !field.computed && field.read_only !== true && !(when === 'update' && field.read_only === 'update'),
  );
}

/** The permission that an operation or action of a resource needs, as menu entries name it. */
export function permissionOf(resource: { area: Area; name: string }, operation: string): string {
  return `${resource.area}.${resource.name}.${operation}`;
}
