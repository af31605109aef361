import { kinds } from '@kaike/shared/kit/kinds';
import type { FieldKind } from '@kaike/shared/kit/field';
import {
  pluginOperations,
  type PluginResource,
  type PluginResourceField,
  type LocalizedText,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { parseFieldEntry, parseRoot } from './parse-fields.ts';
import type { ManifestReader } from './reader.ts';

const namePattern = /^[a-z][a-z0-9-]{0,29}$/;
const fieldPattern = /^[a-z][a-z0-9_]{0,39}$/;
const sortPattern = /^-?[a-z][a-z0-9_]{0,39}$/;

/** Columns that every table of a resource has. */
const ownColumns: readonly string[] = ['id', 'created_at', 'updated_at'];
/** What the engine reads beside the fields of a row, or adds to it. */
const reserved = [...ownColumns, 'version', 'labels', 'file_info', 'reason', 'json', 'parent_id', 'deleted_at'];

const searched: readonly FieldKind[] = ['text', 'email'];
const unsorted: readonly FieldKind[] = ['tags', 'long_text'];

function readResourceField(reader: ManifestReader, name: string): PluginResourceField {
  if (reserved.includes(name)) reader.complain('name', `is one of ${reserved.join(', ')}, which a row has already`);
  const hint = reader.value('hint') === undefined ? null : reader.words('hint');
  const field = parseFieldEntry(reader, name);
  const labels = field.kind === 'choice' ? reader.wordsByName('choice_labels') : {};
  const types = new Set((field.choices ?? []).map(({ value }) => typeof value));
  if (types.size > 1) reader.complain('choices', 'must be all texts or all numbers');
  return { label: reader.words('label'), hint, field, choice_labels: labels };
}

type FieldList = { fields: PluginResource['fields']; allows?: (kind: FieldKind) => boolean; own?: boolean };

/** Names of fields in one part of the list. */
function readNames(
  reader: ManifestReader,
  key: string,
  { fields, allows = () => true, own = true }: FieldList,
): string[] {
  const names = reader.texts(key, { matches: fieldPattern, most: 40 });
  for (const name of names) {
    const kind = fields[name]?.field.kind;
    const isFit = kind ? allows(kind) : own && ownColumns.includes(name);
    if (!isFit) reader.complain(key, `has ${name}, which cannot be there`);
  }
  return names;
}

function readList(reader: ManifestReader, fields: PluginResource['fields']) {
  const columns = readNames(reader, 'columns', { fields });
  const sort = readNames(reader, 'sort', { fields, allows: (kind) => !unsorted.includes(kind) });
  const order = reader.text('default_sort', { matches: sortPattern, initial: '-id' });
  if (!['id', ...sort].includes(order.replace('-', ''))) reader.complain('default_sort', 'must be id or one of sort');
  return {
    columns: columns.length > 0 ? columns : Object.keys(fields),
    filters: readNames(reader, 'filters', { fields, allows: (kind) => kinds[kind].filter !== 'none' }),
    search: readNames(reader, 'search', { fields, allows: (kind) => searched.includes(kind), own: false }),
    sort,
    quick_edit: readNames(reader, 'quick_edit', { fields, own: false }),
    default_sort: order,
  };
}

function readUnit(reader: ManifestReader): LocalizedText | null {
  if (reader.value('unit') === undefined) return null;
  const unit = reader.words('unit');
  if (!Object.values(unit).every((text) => text.includes('{count'))) reader.complain('unit', 'must have {count}');
  return unit;
}

/** A resource as a manifest declares it. */
export function parseResource(reader: ManifestReader): PluginResource {
  const fields = reader.entries('fields', { matches: fieldPattern, most: 40 }, readResourceField);
  const rowTitle = reader.text('row_title', { matches: fieldPattern });
  const titleKind = fields[rowTitle]?.field.kind;
  if (!titleKind || !searched.includes(titleKind)) reader.complain('row_title', 'must be one of its texts');
  const only = reader.texts('only', { matches: /^[a-z]+$/, most: pluginOperations.length });
  const operations = pluginOperations.filter((one) => only.length === 0 || only.includes(one));
  if (only.some((name) => !operations.some((one) => one === name)))
    reader.complain('only', `must be some of ${pluginOperations.join(', ')}`);
  if (!operations.includes('list')) reader.complain('only', 'must have list');
  return {
    name: reader.text('name', { matches: namePattern }),
    title: reader.words('title'),
    unit: readUnit(reader),
    icon: reader.text('icon', { matches: namePattern, initial: 'puzzle' }),
    root: parseRoot(reader),
    only: operations,
    fields,
    row_title: rowTitle,
    ...reader.part('list', (list) => readList(list, fields)),
  };
}
