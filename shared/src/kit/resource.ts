import type { ErrorCode } from '../errors.ts';
import { field, type Field, type Fields } from './field.ts';
import type { Overview } from './rows/overview.ts';

/** Operations a resource can have (`options.only` of the specification). */
export type Operation = 'list' | 'show' | 'create' | 'update' | 'delete' | 'export' | 'import';

/** First segment of every path, and the group of menu entries. */
export type Area = 'open' | 'home' | 'admin';

/** Sidebar roots of the admin area, in order; level 3 of the menu. */
export type MenuRoot = 'dashboard' | 'learning' | 'people' | 'trade' | 'ai' | 'site' | 'system';

/** A condition on a field of the row: it has one of the values (null: empty), it is set or not (`is_set`), or a number is not below another. */
export type Condition =
  | { readonly field: string; readonly in: readonly (string | number | boolean | null)[] }
  | { readonly field: string; readonly is_set: boolean }
  | { readonly field: string; readonly at_least: number };

/**
 * Rows people look for: a tab of the list with their number. With `todo` also a badge in the menu and a line of what must be
 * done today, `danger` first.
 */
export type View<K extends string = string> = {
  readonly key: string;
  readonly where: readonly Condition[];
  readonly todo?: 'danger' | 'warning' | 'info';
  /** What is done with these rows. */
  readonly verb?: string;
  /** Since when a row waits. */
  readonly since?: K;
  /** A number whose sum over the rows its line has. */
  readonly sum?: K;
  /** Relations, or texts, that its line names an only row by. */
  readonly names?: readonly K[];
};

/** A moment of a row, and the states in which the row waits for it. */
export type StatusStep<K extends string = string> = {
  readonly field: K;
  readonly waits?: readonly (string | number | boolean)[];
};

/** `tree`: of a resource whose rows form one; children load when their parent opens. `gallery`: of rows known by their picture. */
export type ListLayoutName = 'table' | 'tree' | 'gallery';

export type Action = {
  readonly method: 'PUT' | 'POST';
  /** `rows`: acts on `ids` and returns a result per row. `resource`: acts on no rows. */
  readonly on: 'rows' | 'resource';
  /** Fields the person fills in before it runs. */
  readonly fields?: Fields;
  readonly danger?: boolean;
  /** Rows it applies to; every condition must hold. Controls the buttons; the server decides independently. */
  readonly when?: readonly Condition[];
  /** For an action that sets a state: the states from which each value can be reached; from any other one if not listed. */
  readonly from?: Readonly<Record<number, readonly number[]>>;
  /** The value that undoes another one when a row cannot return to its previous state. */
  readonly revert_to?: Readonly<Record<number, number>>;
  /**
   * The verb that takes it back, of another resource as `cards.unfreeze`; null: nothing does. The dialog says so, and every
   * dangerous action of rows declares it.
   */
  readonly undo_action?: string | null;
  /** Only for one row at a time. */
  readonly single_row?: boolean;
  /** What it requires besides its own permission, as `admin.courses.update`, because it also writes rows of another resource. */
  readonly also_requires?: readonly string[];
  /** Fields the dry run of its behaviour depends on; the dry run is repeated when one changes. Absent: no dry run. */
  readonly dry_run_on?: readonly string[];
  /**
   * An API token with the scope may do it; else only a person who has logged in. Never where it makes, resets, shows or sends
   * credentials, or changes who may act.
   */
  readonly by_token?: true;
  /** Only administrators of the school, not those of an agency. */
  readonly school_only?: true;
  /** Offered by its own page or a hand-written panel, not by the generated toolbar. */
  readonly hidden?: boolean;
};

export type Actions = Readonly<Record<string, Action>>;

export type ResourceDefinition<
  F extends Fields = Fields,
  A extends Actions = Actions,
  T extends string = string,
  K extends string = keyof F & string,
> = {
  /** Plural, kebab-case; used in URL, wording keys and permissions. */
  readonly name: string;
  readonly table: T;
  readonly area: Area;
  readonly menu: { readonly root: MenuRoot; readonly icon: string; readonly sort: number };
  readonly only: readonly Operation[];
  /** Field used as the label of a row in relations, drawers and logs. */
  readonly title: K;
  readonly fields: F;
  readonly list: {
    readonly columns: readonly K[];
    /** What stands as a second line below the value of a column. */
    readonly second_line?: Readonly<Partial<Record<K, K>>>;
    readonly filters?: readonly K[];
    /** Text fields searched by the keyword box: prefix or part, by trigram index. */
    readonly search?: readonly K[];
    /** What else the keyword box finds by a complete number (`finds` of the behaviour), as wording keys next to those of the fields. */
    readonly search_also?: readonly string[];
    readonly sort?: readonly K[];
    /** Text filters that match the whole value, as typed or in upper case, such as an IP address or the end of a card's secret; the others match a part. */
    readonly exact?: readonly K[];
    /** Fields edited in the list: by update when writable, otherwise by an action that requires no other field. */
    readonly quick_edit?: readonly K[];
    /** Numbers of the table whose sum over all rows that match stands at the foot of the list. */
    readonly summary?: readonly K[];
    /** Identifiers with a copy button. */
    readonly copy?: readonly K[];
    readonly views?: readonly View<K>[];
    /** How the list can look, the first at the start; a table unless set. A sort or a filter always shows the table. */
    readonly layouts?: readonly ListLayoutName[];
    /** Of the look of that name: the picture, what stands in its corner, and below its title. */
    readonly gallery?: { readonly cover: K; readonly corner?: K; readonly lines: readonly K[] };
    /** Fields that cells or `poll` of the list read besides the columns. */
    readonly extra_fields?: readonly K[];
    /** Long fields that a page of the list does not carry; a row by itself has them. */
    readonly omit_from_list?: readonly K[];
    /** A field, with `-` in front for descending. */
    readonly default_sort: K | `-${K}`;
  };
  /** What a record opens on, instead of its form. */
  readonly overview?: Overview<K>;
  /** `page`: a record has a page to itself, as its work needs the width; beside the list unless set. */
  readonly opens?: 'page';
  /** Groups of the form; fields in no group are not editable. In the form of a new row a `folded` one starts as a line that names its fields, which have values to start with. */
  readonly form?: readonly { readonly group: string; readonly fields: readonly K[]; readonly folded?: true }[];
  /** Fields whose values the next new row starts with, when rows are entered one after the other. */
  readonly form_keep?: readonly K[];
  readonly transfer?: {
    readonly export: readonly K[];
    readonly import?: readonly K[];
    /** Field that identifies an existing row on import. */
    readonly key?: K;
  };
  /** Operations, or `reveal`, that no API token may do; `all` of it where its rows are credentials or say who may act. */
  readonly closed_to_tokens?: 'all' | readonly (Operation | 'reveal')[];
  /** Name of a row scope implemented on the server; applies to every read and write. */
  readonly scope?: string;
  /**
   * Rows form a tree by `parent_id`, kept as a nested set (`lft`, `rgt`, `level`). A parent exists, in the scope, and is neither
   * the row nor below it. `loop`: the error of the latter, if it has its own.
   */
  readonly tree?: true | { readonly loop: ErrorCode };
  /** Rows are deleted permanently; otherwise deletion is soft and can be undone for 30 days. */
  readonly hard_delete?: boolean;
  /** Where a row stands, and what comes next: each verb with the states in which it leads. A verb is an action, or the state one sets. */
  readonly status?: {
    readonly field: K;
    readonly primary_when: Readonly<Record<string, readonly (string | number | boolean)[]>>;
    /** Moments of its way, in their order: a record shows those that came, and the one its state waits for. */
    readonly steps?: readonly StatusStep<K>[];
    /** Verbs that differ by a shade: they stand under one button, each with what it means. */
    readonly menu?: readonly string[];
    /** Leading verbs whose rows lack something now and then: `checks` of the behaviour lists it, and its number is beside the verb. */
    readonly checked?: readonly string[];
  };
  /** Verbs that the feature's own buttons of a record bring, each with its permission: the palette and addresses lead to them, too. */
  readonly buttons?: Readonly<Record<string, string>>;
  /** Brings the action `change-status`, which sets the field `status` to any of its choices. */
  readonly has_status_action?: true;
  /** Brings the action `remark`, which sets the field of that name. */
  readonly has_remark_action?: true;
  readonly actions?: A;
  /** Extra permissions that belong to no operation, such as `reveal` or `export-secrets`. */
  readonly permissions?: readonly string[];
};

const switchAction = ({ has_status_action, fields: { status } }: ResourceDefinition): Actions =>
  has_status_action && status
    ? {
        'change-status': {
          method: 'PUT',
          on: 'rows',
          by_token: true,
          fields: { status: field.choice(status.choices ?? [], { rules: 'required' }) },
        },
      }
    : {};

/** A row that is switched off is switched on next. */
function switchStatus({ has_status_action, status, fields }: ResourceDefinition): ResourceDefinition['status'] {
  const off = fields['status']?.choices?.find(({ key }) => key === 'off');
  return status ?? (has_status_action && off ? { field: 'status', primary_when: { on: [off.value] } } : undefined);
}

const remarkAction = ({ has_remark_action }: ResourceDefinition): Actions =>
  has_remark_action
    ? { remark: { method: 'PUT', on: 'rows', by_token: true, fields: { remark: field.text({ rules: 'max:200' }) } } }
    : {};

/**
 * Declares a resource: table, routes, permissions, list, form, import, export and tests are derived from it. Its type keeps
 * the fields, the actions and the table, from which `defineBehaviour` on the server knows rows and input.
 */
export function defineResource<
  const F extends Fields,
  const T extends string,
  const A extends Actions = Record<never, never>,
>(definition: ResourceDefinition<F, A, T>): ResourceDefinition<F, A, T> {
  const actions = { ...switchAction(definition), ...definition.actions, ...remarkAction(definition) };
  const status = switchStatus(definition);
  return {
    ...definition,
    ...(status ? { status: status as NonNullable<typeof definition.status> } : {}),
    ...(Object.keys(actions).length > 0 ? { actions: actions as A } : {}),
  };
}

/** Fields a client may write on create or update. */
export function writableFields(fields: Fields, when: 'create' | 'update'): [string, Field][] {
  return Object.entries(fields).filter(
    ([, field]) => !field.computed && field.read_only !== true && !(when === 'update' && field.read_only === 'update'),
  );
}

/** The permission required by an operation or action of a resource, as named in menu entries. */
export function permissionOf(resource: { area: Area; name: string }, operation: string): string {
  return `${resource.area}.${resource.name}.${operation}`;
}

/** All permissions required by an operation or action: its own, and what the action needs besides. */
export function permissionsOf(resource: Pick<ResourceDefinition, 'area' | 'name' | 'actions'>, name: string): string[] {
  return [permissionOf(resource, name), ...(resource.actions?.[name]?.also_requires ?? [])];
}
