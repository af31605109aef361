import { sql } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import { nearestText } from '@kaike/shared/kit/nearest-text';
import { permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../core/actor.ts';
import { rowScope } from '../access.ts';
import type { Values } from '../behaviour.ts';
import { choiceLabel, relationTexts } from './cells.ts';
import type { ImportTask, Wrong } from './import-task.ts';
import { rowsByText } from './rows-by-text.ts';

/** Different texts of a column looked up for one chunk; a sheet whose whole column is wrong has another problem. */
const maximumTexts = 20;
const maximumCandidates = 200;

const pairs = (text: string): string[] => {
  const signs = [...text];
  return signs.length < 2 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
};

/** Titles, within the person's scope, that share two adjacent signs with one of the texts. */
async function titlesLike(
  { write, resource }: ImportTask,
  target: string,
  texts: readonly string[],
): Promise<string[]> {
  const related = resource.related(target);
  const { definition, behaviour } = related;
  const { actor } = write.call;
  if (![resource.definition, definition].some((one) => hasPermission(actor, permissionOf(one, 'list')))) return [];
  const parts = [...new Set(texts.flatMap(pairs))].map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`);
  if (parts.length === 0) return [];
  const title = sql`r.${sql.ref(definition.title)}`;
  const { rows } = await sql<{
    title: string;
  }>`select ${title} as title from ${sql.table(behaviour.read_from ?? definition.table)} r
    where ${rowScope(actor, related)} and ${title} ilike any(${parts}::text[]) order by r.id desc limit ${maximumCandidates}`.execute(
    write.trx,
  );
  return rows.map((row) => row.title);
}

/** Those of the texts that name a row, as an import looks them up; the candidates are too few to tell. */
async function namesAmong(
  { write, resource }: ImportTask,
  target: string,
  texts: readonly string[],
): Promise<string[]> {
  const { table, title } = resource.related(target).definition;
  const { rows } = await rowsByText({ table, column: title, texts }).execute(write.trx);
  return rows.map((row) => row.text);
}

/** The parts of a cell with a list, whichever comma separates them. */
export const splitList = (cell: string): string[] => cell.split(/[,，、]/).map((part) => part.trim());

/** The cell with each unknown part replaced by what is most like it; null when one is like nothing. */
function replaceParts(cell: string, unknown: ReadonlySet<string>, candidates: readonly string[]): string | null {
  const parts = splitList(cell).map((part) => (unknown.has(part) ? nearestText(part, candidates) : part));
  return parts.every((part) => part !== null) ? parts.join('，') : null;
}

type UnknownCell = { index: number; cell: string };

async function proposeOf(task: ImportTask, key: string, cells: readonly UnknownCell[]): Promise<[number, string][]> {
  const field: Field | undefined = task.resource.definition.fields[key];
  if (!field) return [];
  const texts = [...new Set(cells.flatMap(({ cell }) => (field.resource ? relationTexts(field, cell) : [cell])))];
  const known = new Set(field.resource ? await namesAmong(task, field.resource, texts) : []);
  const unknown = new Set(texts.filter((text) => !known.has(text)));
  const candidates = field.resource
    ? await titlesLike(task, field.resource, [...unknown].slice(0, maximumTexts))
    : (field.choices ?? []).map((choice) =>
        choiceLabel(task.context.t, task.context.resource, { field: key, key: choice.key }),
      );
  return cells.flatMap(({ index, cell }): [number, string][] => {
    const nearest = (): string | null => (unknown.has(cell) ? nearestText(cell, candidates) : null);
    const proposal = field.kind === 'relations' ? replaceParts(cell, unknown, candidates) : nearest();
    return proposal === null || proposal === cell ? [] : [[index, proposal]];
  });
}

/** For each wrong row, what its cells that name nothing there is were perhaps meant to be. */
export async function proposeValues(
  task: ImportTask,
  rows: readonly Values[],
  wrong: ReadonlyMap<number, Wrong>,
): Promise<Map<number, Record<string, string>>> {
  const byField = new Map<string, UnknownCell[]>();
  for (const [index, { fields }] of wrong)
    for (const key of fields) {
      const cell = String(rows[index]?.[key] ?? '').trim();
      if (cell !== '') byField.set(key, [...(byField.get(key) ?? []), { index, cell }]);
    }
  const proposals = new Map<number, Record<string, string>>();
  for (const [key, cells] of byField)
    for (const [index, text] of await proposeOf(task, key, cells))
      proposals.set(index, { ...proposals.get(index), [key]: text });
  return proposals;
}
