import type { Field } from '@kaike/shared/kit/field';
import type { Translate } from '@kaike/shared/kit/wording';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import { fieldLabel } from '../../../core/error-answer.ts';
import type { Resource, Row, Values } from '../../../kit/behaviour.ts';
import { resourceTranslator } from '../../../kit/resource-translations.ts';
import { addLabels } from '../../../kit/read/labels.ts';
import { parseListQuery, type Filter, type ListQuery } from '../../../kit/read/list-query.ts';
import { cellWriter, type SheetCellContext } from '../../../kit/transfer/cells.ts';

/** As stored: filters by their keys in the query string, and the keys of the fields. Texts once they are put in words. */
type Export = { resource: string; filters: unknown; fields: unknown };
/** A filter as a row of the resource that holds its value, so that labels are found as for other rows. */
type ExportFilter = { filter: Filter; row: Row };

/** Of longer lists of values only the first are named. */
const maxValues = 20;

const storedFilters = ({ filters }: Export): Values => (filters ?? {}) as Values;

/** What the export was limited to; null for filters of an older release, which are shown as they are. */
function readFilters({ definition }: Resource, raw: Values): ListQuery | null {
  try {
    return parseListQuery(definition, raw, { takes_blanks: true });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const valuesOf = (filter: Filter): unknown[] => {
  if (filter.operator === 'between') return [filter.from, filter.to];
  return filter.operator === 'in' ? filter.value.slice(0, maxValues) : [filter.value];
};

/** In the order of the list's filters; jsonb sorts keys by length. */
function partsOf({ definition }: Resource, { filters }: ListQuery): ExportFilter[] {
  const placeOf = ({ key }: Filter): number => definition.list.filters?.indexOf(key) ?? -1;
  return filters
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map((filter) => ({ filter, row: { id: 0, [filter.key]: valuesOf(filter) } }));
}

/** The values of a filter in words. */
function valueTexts(context: SheetCellContext, { filter, row }: ExportFilter): string[] {
  const { key, field } = filter;
  const labels = (row['labels'] as Record<string, unknown> | undefined)?.[key];
  const write = cellWriter(context, { key, field: single(field) });
  return valuesOf(filter).map((value, place) => {
    if (value === null || value === undefined) return '';
    const label = Array.isArray(labels) ? { labels: { [key]: labels[place] } } : {};
    return String(write({ id: 0, [key]: value, ...label }) ?? '');
  });
}

/** A filter by a field of many values is by one of them. */
const single = (field: Field): Field =>
  field.kind === 'relations'
    ? { ...field, kind: 'relation' }
    : field.kind === 'tags'
      ? { ...field, kind: 'text' }
      : field;

function filterText(context: SheetCellContext, part: ExportFilter): string {
  const { t, resource } = context;
  const { filter } = part;
  const texts = valueTexts(context, part);
  const [first = '', last = ''] = texts;
  const words = (): string => {
    if (filter.operator === 'below') return t('resources.down-log.words.below', { name: first });
    if (filter.operator !== 'between')
      return texts.map((text) => text || t('resources.down-log.words.empty')).join(t('lists.and'));
    if (first === '') return t('lists.until', { day: last });
    return last === '' ? t('lists.since', { day: first }) : `${first} – ${last}`;
  };
  const rest = filter.operator === 'in' && filter.value.length > maxValues ? ` … (${filter.value.length})` : '';
  return `${fieldLabel(t, filter.key, resource)}${t('lists.colon')}${words()}${rest}`;
}

function queryText(context: SheetCellContext, query: ListQuery, parts: readonly ExportFilter[]): string[] {
  const { t, resource } = context;
  const { view, keyword, keyword_field: key } = query;
  const place = key === null ? t('resources.down-log.words.search') : fieldLabel(t, key, resource);
  return [
    ...(view ? [t(`resources.${resource}.views.${view.key}`)] : []),
    ...(keyword === '' ? [] : [`${place}${t('lists.colon')}${keyword}`]),
    ...parts.map((part) => filterText(context, part)),
  ];
}

const rawText = (t: Translate, name: string, raw: Values): string[] =>
  Object.entries(raw).map(([key, value]) => `${fieldLabel(t, key, name)}${t('lists.colon')}${String(value)}`);

/** The filters of exports of one resource, in the reader's words. */
async function filtersOf(call: AdminCall, resource: Resource, entries: readonly Export[]): Promise<string[][]> {
  const { definition, behaviour } = resource;
  const context: SheetCellContext = {
    t: resourceTranslator(call, resource),
    locale: call.locale,
    time_zone: call.time_zone,
    resource: definition.name,
    open_choices: await behaviour.choices?.(call),
  };
  const read = entries.map((entry) => {
    const query = readFilters(resource, storedFilters(entry));
    return { entry, query, parts: query ? partsOf(resource, query) : [] };
  });
  const rows = read.flatMap(({ parts }) => parts.map(({ row }) => row));
  if (rows.length > 0) await addLabels({ db: call.ctx.db, actor: call.actor, resource }, rows);
  return read.map(({ entry, query, parts }) =>
    query ? queryText(context, query, parts) : rawText(context.t, definition.name, storedFilters(entry)),
  );
}

/** Puts filters and fields into the reader's words, for a page of the download log or its export. */
export async function wordExports(call: AdminCall, rows: Export[]): Promise<void> {
  for (const name of new Set(rows.map((row) => row.resource))) {
    const entries = rows.filter((row) => row.resource === name);
    const resource = await call.ctx.resources.find(name);
    const t = resource ? resourceTranslator(call, resource) : call.t;
    const filters = resource
      ? await filtersOf(call, resource, entries)
      : entries.map((entry) => rawText(t, name, storedFilters(entry)));
    entries.forEach((entry, place) => {
      const keys = Array.isArray(entry.fields) ? entry.fields.map(String) : [];
      entry.filters = filters[place]?.join(t('resources.down-log.words.between')) || t('resources.down-log.words.all');
      entry.fields = keys.map((key) => fieldLabel(t, key, name)).join(t('lists.and'));
    });
  }
}
