import { sql } from 'kysely';
import { assert } from '../../http/app-error.ts';
import { setColumns } from '../../kit/assign-input.ts';
import type { ActionGiven, ActionResult, Row } from '../../kit/behaviour.ts';

function rowOf({ rows, call }: ActionGiven): Row {
  assert(rows.length === 1 && rows[0], 'record.not_found');
  assert(rows[0].id !== call.actor.admin.agency?.id, 'access.denied');
  return rows[0];
}

/** Lifts or sets the limit of an agency; a daily cap holds in either case. */
export async function changeUnlimited(given: ActionGiven): Promise<ActionResult> {
  assert(!given.call.actor.admin.agency, 'access.denied');
  const { unlimited, daily_cap: cap } = given.input;
  await setColumns(given, 'agencies', { ids: [rowOf(given).id], values: { unlimited, daily_cap: cap ?? null } });
  return { changed: 1, failed: [] };
}

/** Changes the number an agency is called and logs in by; its sessions end. */
export async function changeMobile(given: ActionGiven): Promise<ActionResult> {
  const { trx, call, input } = given;
  const row = rowOf(given);
  await setColumns(given, 'agencies', { ids: [row.id], values: { mobile_phone: input['mobile_phone'] } });
  const changed = await sql<{ id: number }>`update users u set mobile_phone = ${input['mobile_phone']}, version = u.version + 1, updated_at = ${call.ctx.clock()}
    from agencies a where a.id = ${row.id} and u.id = a.user_id returning u.id`.execute(trx);
  for (const { id } of changed.rows) await call.sessions.revoke(trx, { user_id: id, reason: 'account_stopped' });
  return { changed: 1, failed: [] };
}
