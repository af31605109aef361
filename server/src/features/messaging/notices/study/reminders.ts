import { sql } from 'kysely';
import { addDays, dayOf } from '@kaike/shared/kit/dates/school-days';
import { defaultTimeZone, toWallTime } from '@kaike/shared/kit/zoned-time';
import type { Context } from '../../../../core/context.ts';
import { reachedStatuses } from '../audience.ts';
import { openNotice, sendNotice } from './study-notice.ts';

/** A reminder is about its day only; this many days later it is deleted. */
const keptDays = 2;

/** Removes the reminders of days long over. */
async function deleteOld({ db }: Context, today: string): Promise<void> {
  const oldest = `reminder:${addDays(today, -keptDays)}`;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from messages where batch like 'reminder:%' and batch < ${oldest} for update`.execute(trx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    for (const table of ['message_deliveries', 'message_targets'] as const)
      await trx.deleteFrom(table).where('message_id', 'in', ids).execute();
    await trx.deleteFrom('messages').where('id', 'in', ids).execute();
  });
}

/**
 * Reminds learners who chose this hour of the school's time zone and have not reached today's goal; each once a day, however
 * often it runs and whatever else they choose meanwhile.
 */
export async function sendReminders(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const today = dayOf(now);
  const { hour } = toWallTime(now, defaultTimeZone);
  await deleteOld(ctx, today);
  const { rows } = await sql<{
    is_due: boolean;
  }>`select exists (select 1 from members where remind_hour = ${hour}) as is_due`.execute(ctx.db);
  if (!rows[0]?.is_due) return;
  await ctx.db.transaction().execute(async (trx) => {
    const notice = await openNotice(trx, { ctx, batch: `reminder:${today}`, kind: 'reminder' });
    const added = await sql`insert into message_targets (message_id, member_id, facts)
      select ${notice.id}::bigint, m.id, jsonb_build_object('kind', 'reminder', 'goal_min', m.daily_goal_min,
        'left_min', m.daily_goal_min - coalesce(x.study_sec, 0) / 60)
      from members m, lateral (select sum(d.study_sec) as study_sec from learning_days d where d.member_id = m.id and d.day = ${today}) x
      where m.remind_hour = ${hour} and m.deleted_at is null and m.status = any(${reachedStatuses}::smallint[])
        and coalesce(x.study_sec, 0) < m.daily_goal_min * 60
      on conflict do nothing returning member_id`.execute(trx);
    if (added.rows.length > 0) await sendNotice(trx, { id: notice.id, now });
    else if (notice.is_new) await trx.deleteFrom('messages').where('id', '=', notice.id).execute();
  });
}
