import { sql } from 'kysely';
import type * as account from '@kaike/shared/contracts/account';
import { mayChangeBirthday } from '@kaike/shared/domain/ai/minor';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../core/app-error.ts';
import type { MemberCallOf } from '../../core/call.ts';
import { readAccount } from './read-account.ts';

/** Saves the member's profile, unless it was changed since it was read. */
export async function saveAccount(
  call: MemberCallOf<typeof account.updateAccount>,
): Promise<ResponseOf<typeof account.updateAccount>> {
  const { ctx, actor, body } = call;
  const now = ctx.clock();
  return ctx.db.transaction().execute(async (trx) => {
    const birthday = body.birthday ?? null;
    const before = await trx
      .selectFrom('members')
      .select(['birthday', 'birthday_locked'])
      .where('id', '=', actor.member.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    assert(!before.birthday_locked || birthday === before.birthday, 'account.birthday_locked', { field: 'birthday' });
    assert(mayChangeBirthday(before.birthday, birthday, dayOf(now)), 'account.birthday_minor', { field: 'birthday' });
    const saved = await trx
      .updateTable('members')
      .set((eb) => ({
        gender: body.gender ?? 0,
        birthday,
        school: body.school ?? '',
        grade: body.grade ?? '',
        version: eb('version', '+', 1),
        updated_at: now,
        updated_by: actor.user_id,
      }))
      .where('id', '=', actor.member.id)
      .where('version', '=', body.version)
      .executeTakeFirst();
    assert(saved.numUpdatedRows > 0n, 'record.stale');
    await trx
      .updateTable('users')
      .set((eb) => ({
        name: body.nickname,
        version: eb('version', '+', 1),
        updated_at: now,
        updated_by: actor.user_id,
      }))
      .where('id', '=', actor.user_id)
      .where('name', '<>', body.nickname)
      .execute();
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
    return { account: await readAccount(call, trx), message: call.t('account.saved') };
  });
}

/** The minutes a member wants to study each day, from today on. */
export async function saveDailyGoal(
  call: MemberCallOf<typeof account.updateDailyGoal>,
): Promise<ResponseOf<typeof account.updateDailyGoal>> {
  const { ctx, actor, body } = call;
  // Days that are over keep the goal they had.
  await sql`with past as (
      insert into past_goals (member_id, until, daily_goal_min)
      select id, ${dayOf(ctx.clock())}, daily_goal_min from members where id = ${actor.member.id}
      on conflict do nothing)
    update members set daily_goal_min = ${body.daily_goal_min} where id = ${actor.member.id}`.execute(ctx.db);
  return { account: await readAccount(call), message: call.t('account.saved') };
}

/** Which notices of their own study a member wants. */
export async function saveStudyNotices(
  call: MemberCallOf<typeof account.updateStudyNotices>,
): Promise<ResponseOf<typeof account.updateStudyNotices>> {
  const { ctx, actor, body } = call;
  await ctx.db
    .updateTable('members')
    .set({ weekly_summary: body.weekly_summary ?? true, remind_hour: body.remind_hour ?? null })
    .where('id', '=', actor.member.id)
    .execute();
  return { account: await readAccount(call), message: call.t('account.saved') };
}

/** Changes the member's own avatar. */
export async function saveAvatar(
  call: MemberCallOf<typeof account.updateAvatar>,
): Promise<ResponseOf<typeof account.updateAvatar>> {
  const { ctx, actor } = call;
  const avatar = call.body.avatar ?? null;
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set((eb) => ({ avatar, version: eb('version', '+', 1), updated_at: ctx.clock(), updated_by: actor.user_id }))
      .where('id', '=', actor.user_id)
      .execute();
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
  });
  return { avatar };
}
