import { sql } from 'kysely';
import type { Device } from '@kaike/shared/contracts/auth/personage';
import type { Actor } from '../../../core/actor.ts';
import { deviceLabel } from '../../../core/sessions/device-label.ts';
import type { Call } from '../../../core/call.ts';
import { ipLocation } from '../../../kit/ip-location.ts';

/** Far above normal use; a script that keeps logging in is not listed in full. */
const maxDevices = 100;

/** Live sessions of the own account, most recently used first. */
export async function listDevices(call: Call<Actor>): Promise<{ devices: Device[] }> {
  const { ctx, actor } = call;
  const rows = await ctx.db
    .selectFrom('user_sessions')
    .select(['id', 'device_name', 'client_type', 'ip', 'issued_at', 'last_seen_at'])
    .select(sql<string>`coalesce(${ipLocation(sql`ip`)}, '')`.as('address'))
    .where('user_id', '=', actor.user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.clock())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDevices)
    .execute();
  return {
    devices: rows.map(({ issued_at: issued, last_seen_at, ...row }) => ({
      ...row,
      device_name: deviceLabel(row.device_name, call.t),
      issued_at: issued.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      is_current: row.id === actor.session_id,
    })),
  };
}
