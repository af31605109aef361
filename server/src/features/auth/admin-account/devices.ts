import type { Db } from '../../../db/pool.ts';
import type { Actor } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall, ById, Call } from '../../../core/call.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';

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
