import { sql } from 'kysely';
import type { Device } from '@kaike/shared/contracts/personage';
import type { Db } from '../../db/pool.ts';
import type { Actor } from '../../core/actor.ts';
import { assert } from '../../core/app-error.ts';
import { deviceLabel } from '../../core/sessions/device-label.ts';
import type { AdminCall, ById, Call } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { placeOfIp } from '../../kit/place-of-ip.ts';

/** Far above normal use; a script that keeps logging in is not listed in full. */
const maxDevices = 100;

/** Live sessions of the own account, most recently used first. */
export async function listOwnDevices(call: Call<Actor>): Promise<{ devices: Device[] }> {
  const { ctx, actor } = call;
  const rows = await ctx.db
    .selectFrom('user_sessions')
    .select(['id', 'device_name', 'client_type', 'ip', 'issued_at', 'last_seen_at'])
    .select(sql<string>`coalesce(${placeOfIp(sql`ip`)}, '')`.as('address'))
    .where('user_id', '=', actor.user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.clock())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDevices)
    .execute();
  return {
    devices: rows.map(({ issued_at: issued, last_seen_at: lastSeenAt, ...row }) => ({
      ...row,
      device_name: deviceLabel(row.device_name, call.t),
      issued_at: issued.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      is_current: row.id === actor.session_id,
    })),
  };
}

type Which = { session_id: number } | { except_id: number };
type OnEnded = (trx: Db, ended: number) => Promise<void>;
const noNote: OnEnded = async () => undefined;

async function end(call: Call<Actor>, which: Which, note: OnEnded): Promise<{ ended: number }> {
  const { ctx, actor } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const ended = await call.sessions.revoke(trx, { user_id: actor.user_id, reason: 'ended_by_owner', ...which });
    if (ended > 0) await note(trx, ended);
    return { ended };
  });
}

/** Ends one session of the own account; other people's are not found. Idempotent. */
export async function endOwnDevice(call: Call<Actor> & ById, note = noNote): Promise<{ ended: number }> {
  const { id } = call.params;
  const session = await call.ctx.db
    .selectFrom('user_sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', call.actor.user_id)
    .executeTakeFirst();
  assert(session, 'record.not_found');
  return end(call, { session_id: id }, note);
}

/** Ends every session of the own account except the current one. */
export async function endOtherDevices(call: Call<Actor>, note = noNote): Promise<{ ended: number }> {
  return end(call, { except_id: call.actor.session_id }, note);
}

/** Logs that an administrator ended sessions. */
export const logEnded =
  (call: AdminCall): OnEnded =>
  async (trx, ended) => {
    await writeLog(trx, call, {
      resource: 'personage',
      action: 'end_device',
      record_id: call.actor.user_id,
      record_title: call.actor.name,
      after: { ended },
    });
  };
