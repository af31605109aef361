import type { AdminCall } from '../http/route.ts';

type Exported = { row_count: number | null; with_secrets?: boolean; reason?: string };

/** Keeps a row of who took what out of the system. */
export async function logExport(call: AdminCall, { definition }: { definition: { name: string } }, given: Exported): Promise<void> {
  const { 'fields[]': fields, ...filters } = call.request.query as Record<string, unknown>;
  await call.ctx.db.insertInto('down_logs').values({
    user_id: call.actor.user_id, operator: call.actor.name, agency_id: call.actor.admin.agency?.id ?? null, resource: definition.name,
    filters: JSON.stringify(filters), fields: [fields ?? []].flat().map(String), row_count: given.row_count,
    with_secrets: given.with_secrets ?? false, reason: given.reason ?? '', ip: call.ip,
  }).execute();
}
