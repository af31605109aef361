import type { DraftRoot, ResourceDraft } from '@kaike/shared/domain/system/forge/draft';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { locales } from '@kaike/shared/locales/languages';
import { assert } from '../../../../core/app-error.ts';
import { defineDraft } from './define.ts';
import { addToChoices, addToNames, addToRegistry } from './lists.ts';
import { columnsOf, createTableSql, extendTableSql, indexNeeds, type DraftColumn } from './migration.ts';
import { printDefinition } from './print.ts';
import {
  definitionFile,
  formatSource,
  nextMigration,
  registryFile,
  type PlannedFile,
  type Project,
} from './project.ts';
import type { ExistingTable } from './find-table.ts';
import { addColumns, addTable } from './table-lines.ts';
import { printWords } from './words/words.ts';

const tablesFile = 'server/src/db/tables.ts';

/** The domain of a definition, by its place in the menu. */
const domainOf: Readonly<Record<DraftRoot, string>> = {
  learning: 'learning',
  people: 'people',
  trade: 'commerce',
  ai: 'ai',
  site: 'site',
  system: 'system',
};

const changed = (project: Project, path: string, change: (text: string) => string): PlannedFile => {
  const before = project.need(path);
  const after = change(before);
  // A list that does not look as expected stays as it is, and the person is told.
  assert(after !== before, 'developments.not_understood', { params: { path } });
  return { path, before, after };
};

/** The list of a log with the resource, and its words in every language. */
const logFiles = (project: Project, log: 'logs' | 'down-log', { name, words }: ResourceDraft): PlannedFile[] => [
  changed(project, definitionFile(project, log), (text) => addToNames(text, name)),
  ...locales.map((locale) =>
    changed(project, `shared/src/locales/${locale}/resources/${log}.json`, (text) =>
      addToChoices(text, name, words[locale]),
    ),
  ),
];

function tableFiles(project: Project, definition: ResourceDefinition, existing: ExistingTable | null): PlannedFile[] {
  const { table } = definition;
  const missing: DraftColumn[] = columnsOf(definition).filter(({ name }) => !existing?.columns.has(name));
  const indexes = indexNeeds(definition)
    .filter(({ need }) => !existing?.indexes.has(`${need.method} ${need.key}`))
    .map(({ sql }) => sql(table));
  const sql = existing ? extendTableSql(table, missing, indexes) : createTableSql(definition);
  if (sql === null) return [];
  const types = (text: string): string =>
    existing ? (addColumns(text, table, missing) ?? text) : addTable(text, table, missing);
  return [
    { path: nextMigration(project, existing ? `${table}_resource` : table), before: null, after: sql },
    ...(missing.length > 0 ? [changed(project, tablesFile, types)] : []),
  ];
}

type Options = {
  /** What the database has of the table, when the resource is for one that exists. */
  existing?: ExistingTable | null;
  /** Only the definition, to be filled in by hand, with its words and its lines in the lists. */
  without_table?: boolean;
};

/** The files of a new resource. Whatever others refer to comes before them, the registry last. */
export async function planResource(
  project: Project,
  draft: ResourceDraft,
  { existing = null, without_table = false }: Options = {},
): Promise<PlannedFile[]> {
  const definition = defineDraft(draft, existing?.columns);
  const file = `${domainOf[draft.root]}/${draft.name}.ts`;
  const path = `shared/src/resources/${file}`;
  const source = await formatSource(project, path, printDefinition(definition));
  const isLogged = (['create', 'update', 'delete', 'import'] as const).some((one) => draft.only.includes(one));
  return [
    ...(without_table ? [] : tableFiles(project, definition, existing)),
    ...locales.map((locale): PlannedFile => {
      const file = `shared/src/locales/${locale}/resources/${draft.name}.json`;
      return { path: file, before: project.read(file), after: printWords(draft, locale) };
    }),
    { path, before: project.read(path), after: source },
    ...(isLogged ? logFiles(project, 'logs', draft) : []),
    ...(draft.only.includes('export') ? logFiles(project, 'down-log', draft) : []),
    changed(project, registryFile, (text) => addToRegistry(text, { name: draft.name, file: `./${file}` })),
  ].filter(({ before, after }) => before !== after);
}
