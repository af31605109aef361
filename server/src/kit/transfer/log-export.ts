import { sql } from 'kysely';
import type { AdminCall } from '../../core/call.ts';

type ExportFacts = {
  row_count: number | null;
  /** The only row it is about. */
  id?: number;
  fields?: readonly string[];
  with_secrets?: boolean;
  reason?: string;
};
type WithName = { definition: { name: string } };

/** Query keys about the transport and not about the rows. */
const transport = ['page', 'id', 'format', 'json', 'fields[]'];

function filtersOf(call: AdminCall, id?: number): string {
  const filters = Object.entries(call.raw_query).filter(([key]) => !transport.includes(key));
  return JSON.stringify({ ...Object.fromEntries(filters), ...(id === undefined ? {} : { 'where[id]': String(id) }) });
}

function rowOf(call: AdminCall, { definition }: WithName, entry: ExportFacts) {
  return {
    user_id: call.actor.user_id,
    operator: call.actor.name,
    agency_id: call.actor.admin.agency?.id ?? null,
    resource: definition.name,
    filters: filtersOf(call, entry.id),
    fields: [...(entry.fields ?? [])],
    row_count: entry.row_count,
    with_secrets: entry.with_secrets ?? false,
    reason: entry.reason ?? '',
    ip: call.ip,
  };
}

/** Adds a row to the download log: who exported what. Returns its id. */
export async function logExport(call: AdminCall, resource: WithName, entry: ExportFacts): Promise<number> {
  const { id } = await call.ctx.db
    .insertInto('down_logs')
    .values(rowOf(call, resource, entry))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the number of rows, for an export that only knows it at its end. */
export async function countExported(call: AdminCall, id: number, count: number): Promise<void> {
  await call.ctx.db.updateTable('down_logs').set({ row_count: count }).where('id', '=', id).execute();
}

/** A page of an export: the rows with these ids, beginning after `after_id`. */
export type ExportedPage = { fields: readonly string[]; after_id: number; ids: readonly number[] };

/** Hours within which pages belong together. */
const continuedHours = 24;

/** Adds the page to the person's own export that ended where this page begins; returns false when there is none. */
async function continueExport(call: AdminCall, { definition }: WithName, page: ExportedPage): Promise<boolean> {
  const { actor, ctx } = call;
  const since = new Date(ctx.clock().getTime() - continuedHours * 3_600_000);
  const { numAffectedRows } =
    await sql`update down_logs d set row_count = d.row_count + ${page.ids.length}::int, max_id = ${page.ids.at(-1) ?? page.after_id}::bigint
    where d.max_id = ${page.after_id}::bigint
      and d.id = (select id from down_logs where user_id = ${actor.user_id} and resource = ${definition.name} and filters = ${filtersOf(call)}::jsonb
        and fields = ${page.fields}::text[] and created_at > ${since} and max_id = ${page.after_id}::bigint order by id desc limit 1)`.execute(
      ctx.db,
    );
  return Number(numAffectedRows) > 0;
}

/** Records a page in the download log: in a new row, unless it continues an export of this person. A page fetched again is recorded again. */
export async function logExportPage(call: AdminCall, resource: WithName, page: ExportedPage): Promise<void> {
  if (page.after_id > 0 && (await continueExport(call, resource, page))) return;
  await call.ctx.db
    .insertInto('down_logs')
    .values({
      ...rowOf(call, resource, { row_count: page.ids.length, fields: page.fields }),
      max_id: page.ids.at(-1) ?? page.after_id,
      created_at: call.ctx.clock(),
    })
    .execute();
}
