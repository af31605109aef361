import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { ErrorCode } from '@kaike/shared/errors';
import type { Context } from '../../../core/context.ts';
import type { Resource } from '../../../kit/behaviour.ts';
import { fromOf } from '../../../kit/read/load-rows.ts';
import { trashSince } from './find-trash.read.ts';

const rowsAtOnce = 500;
const foreignKeyViolation = '23503';

type OldRow = { id: number; title: string };

/** The row may be referenced by permanent data, such as an order or a ledger; anything else is a server fault. */
const codeOf = (error: unknown): ErrorCode =>
  error instanceof DatabaseError && error.code === foreignKeyViolation ? 'trash.in_use' : 'server.internal';

/** Logged once, not every night: the trash page shows it from then on. */
async function saveFailure(
  ctx: Context,
  { definition }: Resource,
  { id, title, error }: OldRow & { error: unknown },
): Promise<void> {
  const code = codeOf(error);
  const { rows } =
    await sql`insert into trash_failures (resource, record_id, title, code, failed_at) values (${definition.name}, ${id}, ${title}, ${code}, ${ctx.clock()})
    on conflict (resource, record_id) do update set title = excluded.title, code = excluded.code, failed_at = excluded.failed_at where trash_failures.code <> excluded.code returning 1`.execute(
      ctx.db,
    );
  if (rows.length > 0)
    ctx.log.error(
      { resource: definition.name, id, title, reason: code, err: error },
      'a deleted row could not be removed for good',
    );
}

async function purgeRow(ctx: Context, resource: Resource, row: OldRow): Promise<void> {
  const { name, table } = resource.definition;
  try {
    await sql`delete from ${sql.table(table)} where id = ${row.id} and deleted_at <= ${trashSince(ctx.clock())}`.execute(
      ctx.db,
    );
    await sql`delete from trash_failures where resource = ${name} and record_id = ${row.id}`.execute(ctx.db);
  } catch (error) {
    await saveFailure(ctx, resource, { ...row, error });
  }
}

/** Deletes rows by id after `after`; returns the last id, or null at the end. Rows still referenced stay. */
async function purgePage(ctx: Context, resource: Resource, after: number): Promise<number | null> {
  const { table, title } = resource.definition;
  const { rows } =
    await sql<OldRow>`select t.id, coalesce(r.${sql.ref(title)}::text, '') as title from ${sql.table(table)} t left join ${fromOf(resource)} r on r.id = t.id
    where t.deleted_at <= ${trashSince(ctx.clock())} and t.id > ${after} order by t.id limit ${rowsAtOnce}`.execute(
      ctx.db,
    );
  for (const row of rows) await purgeRow(ctx, resource, row);
  return rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null);
}

/** Purges rows that have been in the trash for 30 days. */
export async function purgeOldTrash(ctx: Context): Promise<void> {
  for (const resource of ctx.resources.all) {
    if (resource.definition.hard_delete || !resource.definition.only.includes('delete')) continue;
    for (let after: number | null = 0; after !== null;) after = await purgePage(ctx, resource, after);
  }
}
