import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ValuesOf as FieldValues } from '@kaike/shared/kit/field';
import type { ComponentType, ReactNode } from 'react';
import type { FilterProps } from './list/filters/filter-props.ts';
import type { ListState } from './list/use-list-state.ts';

/** An uploaded document as described by a row; `url` downloads it for an hour. */
export type FileLink = { name: string; ext: string; size: number; url: string };

export type ShownRow = Record<string, unknown> & {
  id: number;
  labels?: Record<string, string | string[]>;
  file_info?: Record<string, FileLink>;
  version?: number;
};

/** A row of a resource, such as `RowOf<typeof cards>`: the fields of its definition as the API answers them. */
export type ShownRowOf<D extends ResourceDefinition> = FieldValues<D['fields']> & {
  id: number;
  labels?: { [K in keyof D['fields']]?: string | string[] };
  file_info?: { [K in keyof D['fields']]?: FileLink };
  version?: number;
};

/** `Extra` are fields besides those of the definition: the server adds them to one row (`extend` of its behaviour). */
export type PanelProps<D extends ResourceDefinition = ResourceDefinition, Extra extends object = object> = {
  row: ShownRowOf<D> & Partial<Extra>;
  permissions: readonly string[];
  reload: () => void;
};
/** Rows of the list: those ticked, or everything that matches filters. */
export type ListTarget = { ids: readonly number[] } | { matching: string };
/** Where rows can be dropped: `is_open` while some are dragged, `take` runs `drop_action` on them with these values. */
export type Drop = { is_open: boolean; take: (values: Record<string, unknown>) => void };
/** `drop`: null for who may not run it. */
export type BesideProps = { state: Pick<ListState, 'get' | 'set'>; drop: Drop | null };
/** `target`: what the list shows, or what is ticked in it. */
export type ToolbarProps = { reload: () => void; permissions: readonly string[]; target: ListTarget };

/**
 * A feature's additions to the generated pages of its resource, such as `ResourceView<typeof cards>`: its parts know the
 * rows from the definition, by type alone. Every part is optional.
 */
export type ResourceView<D extends ResourceDefinition = ResourceDefinition, Extra extends object = object> = {
  /** Custom cells. Plain elements: no component library in rows. */
  cells?: { [K in keyof D['fields']]?: (row: ShownRowOf<D>) => ReactNode };
  /** Custom filter controls. */
  filters?: { [K in keyof D['fields']]?: ComponentType<FilterProps> };
  /** What a custom filter is set to, where its value does not say so. */
  filter_values?: { [K in keyof D['fields']]?: ComponentType<{ value: string }> };
  /** What the overview shows between its figures and its facts. */
  chart?: ComponentType<PanelProps<D>>;
  /** What the overview shows below what its definition declares. */
  overview?: ComponentType<PanelProps<D>>;
  /** Buttons beside the row's verbs. */
  buttons?: ComponentType<PanelProps<D>>;
  /** Tabs beside the form, in the drawer and on the page of a row. */
  panels?: readonly {
    key: string;
    wording: string;
    panel: ComponentType<PanelProps<D>>;
    permission?: string;
    first?: boolean;
    /** Rows that have this panel; all unless set. */
    when?: (row: ShownRowOf<D>) => boolean;
  }[];
  /** What stands beside the rows where there is room, such as the folders they are in. */
  beside?: ComponentType<BesideProps>;
  /** The action that runs on rows dragged onto what stands beside them; by keyboard it is one of their verbs. */
  drop_action?: string & keyof NonNullable<D['actions']>;
  /** Buttons beside “new”. */
  toolbar?: ComponentType<ToolbarProps>;
  /** Buttons on the ticked rows, beside their actions. */
  selection?: ComponentType<ToolbarProps>;
  /** Rows nobody may edit, whatever their role allows: they are read-only. */
  is_locked?: (row: ShownRowOf<D> & Partial<Extra>) => boolean;
  /** Its panels offer the row's actions themselves. */
  has_own_actions?: boolean;
  /** A custom form for new rows, in place of the generated one; `lazy`, as its list does without it. */
  create?: ComponentType<CreateProps>;
  /** Polling interval of the list, in milliseconds, while one of its rows is changing by itself. */
  poll?: (rows: readonly ShownRowOf<D>[]) => number | false;
};

export type CreateProps = {
  created: (id: number) => void;
  onDirty: (dirty: boolean) => void;
  /** Opens an empty form for the next row. */
  again?: (() => void) | undefined;
  /** Closes the form without saving. */
  cancel?: (() => void) | undefined;
};

type Loader = () => Promise<{ resourceView: ResourceView }>;

let loaders: Record<string, Loader> = {};

/** Registers the features' extensions; called once by the admin area. */
export function setResourceViews(views: Record<string, Loader>): void {
  loaders = views;
}

/** The extension of a resource; an empty one when there is none. */
export async function loadResourceView(name: string): Promise<ResourceView> {
  const load = loaders[name];
  return load ? (await load()).resourceView : {};
}
