import { sql } from 'kysely';
import { refundDays, secondsType } from '@kaike/shared/domain/ai/second-log';
import { aiMessages } from '@kaike/shared/resources/ai/ai-messages';
import type { Db } from '../../../db/pool.ts';
import {
  defineBehaviour,
  type ActionResult,
  type ActionRun,
  type FailedRow,
  type RowOf,
} from '../../../kit/behaviour.ts';
import { postSeconds } from '../seconds/public.ts';

type Message = RowOf<typeof aiMessages>;
const dayMs = 86_400_000;

/** The members whose talks these messages are in now: a merge moves talks to another account. */
async function lockOwners(trx: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; member_id: number }>`select m.id, c.member_id
    from ai_messages m join ai_chats c on c.id = m.chat_id where m.id = any(${[...ids]}::bigint[])`.execute(trx);
  const members = rows.map((row) => row.member_id);
  await sql`select 1 from members where id = any(${members}::bigint[]) order by id for no key update`.execute(trx);
  return new Map(rows.map((row) => [row.id, row.member_id]));
}

function refuse({ refunded_at, charged_sec, created_at }: Message, now: Date): FailedRow['code'] | null {
  if (refunded_at !== null) return 'ai.refunded';
  if (charged_sec === 0) return 'ai.refund_none';
  return now.getTime() - created_at.getTime() > refundDays * dayMs ? 'ai.refund_late' : null;
}

/** Gives back what replies cost, each once. Free seconds of a day were no cost. */
async function refund({ trx, call, rows, reason }: ActionRun<typeof aiMessages, 'refund'>): Promise<ActionResult> {
  const now = call.ctx.clock();
  const failed = rows.flatMap((row): FailedRow[] => {
    const code = refuse(row, now);
    return code ? [{ id: row.id, code, params: { days: refundDays } }] : [];
  });
  const refused = new Set(failed.map(({ id }) => id));
  const allowed = rows.filter(({ id }) => !refused.has(id));
  const ids = allowed.map(({ id }) => id);
  const owners = await lockOwners(trx, ids);
  const entries = allowed.map(({ id, charged_sec: sec }) => ({
    member_id: owners.get(id) ?? 0,
    type: secondsType.refund,
    delta: sec,
    ref_type: 'ai_message',
    ref_id: id,
    idempotency_key: `refund:${id}`,
  }));
  await postSeconds(trx, entries, {
    operator_id: call.actor.user_id,
    remark: reason,
    now,
    secrets: call.ctx.secrets,
    when_short: 'refuse',
  });
  await sql`update ai_messages set refunded_at = ${now} where id = any(${ids}::bigint[])`.execute(trx);
  return { changed: ids.length, failed };
}

export const aiMessagesBehaviour = defineBehaviour(aiMessages, {
  actions: { refund },
  alsoLocks: {
    /** Members are locked before messages, as by every turn. */
    async refund({ trx }, { ids }) {
      await lockOwners(trx, ids);
      return [];
    },
  },
});
