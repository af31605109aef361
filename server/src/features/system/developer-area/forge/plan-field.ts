import type { FieldDraft } from '@kaike/shared/domain/system/forge/draft';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { locales } from '@kaike/shared/locales/languages';
import { assert } from '../../../../core/app-error.ts';
import { defineField } from './define.ts';
import { addFieldToSource } from './edit-definition.ts';
import { columnOf, extendTableSql, indexNeeds, type DraftColumn } from './migration.ts';
import { definitionFile, formatSource, nextMigration, type PlannedFile, type Project } from './project.ts';
import { addColumns } from './table-lines.ts';
import { addFieldWords } from './words/words.ts';

const emptyDefaults: Readonly<Record<string, string>> = { text: "''", integer: '0', numeric: '0', boolean: 'false' };

/** The column for a table that has rows: one that refuses null needs a value for them. */
function columnFor(draft: FieldDraft): DraftColumn {
  const column = columnOf(draft.key, defineField(draft));
  if (!column.required || column.initial !== null) return column;
  const isAmount = draft.kind === 'money';
  const initial = draft.kind === 'choice' ? null : (emptyDefaults[isAmount ? 'integer' : column.type] ?? null);
  assert(initial !== null, 'developments.needs_initial');
  return { ...column, initial };
}

/** The files of a definition with one field more. */
export async function planField(
  project: Project,
  { name, table }: ResourceDefinition,
  draft: FieldDraft,
): Promise<PlannedFile[]> {
  const path = definitionFile(project, name);
  const before = project.need(path);
  const source = await addFieldToSource(before, path, draft);
  const tablesPath = 'server/src/db/tables.ts';
  const tables = project.need(tablesPath);
  const column = columnFor(draft);
  const types = addColumns(tables, table, [column]);
  assert(types !== null, 'developments.not_understood', { params: { path: tablesPath } });
  const wants = (place: FieldDraft['places'][number]): string[] => (draft.places.includes(place) ? [draft.key] : []);
  const indexes = indexNeeds({
    fields: { [draft.key]: defineField(draft) },
    list: { filters: wants('filter'), sort: wants('sort'), search: wants('search') },
  });
  const sql = extendTableSql(
    table,
    [column],
    indexes.map((one) => one.sql(table)),
  );
  return [
    { path: nextMigration(project, `${table}_${draft.key}`), before: null, after: sql ?? '' },
    { path: tablesPath, before: tables, after: types },
    ...locales.map((locale): PlannedFile => {
      const file = `shared/src/locales/${locale}/resources/${name}.json`;
      const words = project.need(file);
      return { path: file, before: words, after: addFieldWords(words, { name, field: draft, locale }) };
    }),
    { path, before, after: await formatSource(project, path, source) },
  ].filter((file) => file.before !== file.after);
}
