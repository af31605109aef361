import { sql } from 'kysely';
import { numberRequestState } from '@kaike/shared/domain/people/number-request';
import type * as numberRequests from '@kaike/shared/contracts/people/number-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { CallOf } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { checkCode, consumeCode } from '../../../auth/login/public.ts';
import { codePurpose } from './ask-for-number.ts';

/** The learner who has the number, else the one who had it last; deleted ones never. */
async function findByOldNumber(trx: Db, old: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select n.member_id as id from (
      select m.id as member_id, 1 as is_present, m.id as nth from members m join users u on u.id = m.user_id
        where u.mobile_phone = ${old} and u.deleted_at is null and m.deleted_at is null
      union all
      select m.id, 0, c.id from number_changes c join users u on u.id = c.user_id join members m on m.user_id = u.id
        where c.old_number = ${old} and u.deleted_at is null and m.deleted_at is null
    ) n order by n.is_present desc, n.nth desc limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** The name by which the school knows an account: many have only a number. */
async function nameOf(db: Db, member: { id: number; name: string }): Promise<string> {
  if (member.name) return member.name;
  const { member_no: no } = await db
    .selectFrom('members')
    .select('member_no')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  return no;
}

/**
 * Puts the request of somebody without their old number before the school; the answer tells nothing about accounts. What waits
 * for the number is closed, not rewritten: whoever decides it from an older list must not approve what they never read.
 */
export async function requestNumber(
  call: CallOf<typeof numberRequests.requestNumber>,
): Promise<ResponseOf<typeof numberRequests.requestNumber>> {
  const { ctx, actor, body, locale } = call;
  const own = actor?.member?.id ?? null;
  const name = body.name || (own === null ? '' : await nameOf(ctx.db, { id: own, name: actor?.name ?? '' }));
  assert(name, 'request.invalid', { failures: { name: [{ rule: 'required', params: [] }] } });
  const { mobile_phone: mobile } = body;
  const old = body.old_number || null;
  const codeId = await checkCode(ctx, { purpose: codePurpose, receiver: mobile, code: body.message_code });
  const now = ctx.clock();
  await ctx.db.transaction().execute(async (trx) => {
    await consumeCode(ctx, trx, codeId);
    await trx
      .updateTable('number_requests')
      .set((eb) => ({ state: numberRequestState.superseded, version: eb('version', '+', 1), updated_at: now }))
      .where('mobile_phone', '=', mobile)
      .where('state', '=', sql.lit(numberRequestState.waiting))
      .execute();
    await trx
      .insertInto('number_requests')
      .values({
        name,
        member_id: own ?? (old === null ? null : await findByOldNumber(trx, old)),
        is_logged_in: own !== null,
        old_number: old,
        mobile_phone: mobile,
        remark: body.remark ?? '',
        locale,
        created_at: now,
        updated_at: now,
      })
      .execute();
  });
  return { message: call.t('sign_in.number_requested') };
}
