import type { Action, ResourceDefinition } from '../resource.ts';

/** The fields of a row that decide whether it offers the action, and those that the action's input starts with. */
const fieldsOf = ({ when = [], fields = {} }: Action): string[] => [
  ...when.map(({ field }) => field),
  ...Object.entries(fields).flatMap(([key, { of_row: source, confirms }]) =>
    [key, source, confirms].filter((one) => one !== undefined),
  ),
];

const cache = new WeakMap<ResourceDefinition, ReadonlySet<string>>();

/** The fields of a row that its list needs: the columns, what their cells read besides, and what the verbs of a row depend on. */
export function listFields(definition: ResourceDefinition): ReadonlySet<string> {
  const cached = cache.get(definition);
  if (cached) return cached;
  const { list, title, status, fields } = definition;
  const sources = list.columns.flatMap((key) => Object.values(fields[key]?.drawn_from ?? {}));
  const actions = Object.values(definition.actions ?? {}).filter(({ on, hidden }) => on === 'rows' && !hidden);
  const { cover, corner, lines = [] } = list.gallery ?? {};
  const pictured = [cover, corner, ...lines].filter((key) => key !== undefined);
  const keys = [
    'id',
    title,
    ...list.columns,
    ...Object.values(list.second_line ?? {}).filter((key) => key !== undefined),
    ...pictured,
    ...(list.extra_fields ?? []),
    ...sources,
    ...actions.flatMap(fieldsOf),
  ];
  const needed = new Set([...keys, ...(status ? [status.field] : [])].filter((key) => Object.hasOwn(fields, key)));
  cache.set(definition, needed);
  return needed;
}
