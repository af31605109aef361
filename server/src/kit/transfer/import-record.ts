import { sql } from 'kysely';
import type { Resource, Values, Write } from '../behaviour.ts';

export type ImportRun = { run: string; file_name: string };
type Counts = { created: number; updated: number; wrong: number };
export type TouchedRow = { id: number; before: Values | null };

/** Rows of the table as they are stored, by id: what an undo restores. */
export async function storedRows(
  { trx }: Write,
  { definition }: Resource,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: number;
    row: Values;
  }>`select t.id, to_jsonb(t) as row from ${sql.table(definition.table)} t where t.id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

/** Records what a chunk changed, in the order it was saved. A row that the run changes twice keeps its first image. Returns the id of the import. */
export async function recordImport(
  { trx, call }: Write,
  { definition }: Resource,
  { run, counts, touched }: { run: ImportRun; counts: Counts; touched: readonly TouchedRow[] },
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into imports (user_id, resource, run, file_name, created_count, updated_count, wrong_count, created_at)
    values (${call.actor.user_id}, ${definition.name}, ${run.run}, ${run.file_name}, ${counts.created}, ${counts.updated}, ${counts.wrong}, ${call.ctx.clock()})
    on conflict (user_id, resource, run) do update set created_count = imports.created_count + excluded.created_count,
      updated_count = imports.updated_count + excluded.updated_count, wrong_count = imports.wrong_count + excluded.wrong_count
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  // Rows without a version, whose later changes cannot be detected, and resources that delete permanently cannot be undone.
  if (definition.hard_delete || touched.length === 0) return id;
  const images = touched.map(({ before }) => (before ? JSON.stringify(before) : null));
  await sql`insert into import_rows (import_id, record_id, before, version)
    select ${id}, x.record_id, x.before::jsonb, t.version
    from unnest(${touched.map((row) => row.id)}::bigint[], ${images}::text[]) with ordinality as x(record_id, before, place)
      join ${sql.table(definition.table)} t on t.id = x.record_id order by x.place
    on conflict (import_id, record_id) do update set version = excluded.version, saved_no = excluded.saved_no`.execute(
    trx,
  );
  return id;
}
