import type * as account from '@kaike/shared/contracts/auth/account';
import { mayChangeBirthday } from '@kaike/shared/domain/ai/minor';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { loadAccount } from '../load-account.ts';

/** Saves the member's profile, unless it was changed since it was read. */
export async function updateAccount(
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
    return { account: await loadAccount(call, trx), message: call.t('account.saved') };
  });
}
