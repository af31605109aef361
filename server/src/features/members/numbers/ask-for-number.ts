import { sql } from 'kysely';
import { numberRequestState } from '@kaike/shared/domain/people/number-request';
import type { requestNumber, sendNewNumberCode } from '@kaike/shared/contracts/number-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { CallOf } from '../../../core/call.ts';
import type { Db } from '../../../db/pool.ts';
import { checkCode, consumeCode, sendCode } from '../../auth/public.ts';

const purpose = 'update_mobile';

/** Sends a code to the number that somebody wants to have. */
export async function sendToNewNumber(
  call: CallOf<typeof sendNewNumberCode>,
): Promise<ResponseOf<typeof sendNewNumberCode>> {
  const { mobile_phone: receiver, verify } = call.body;
  const result = await sendCode(call, { purpose, channel: 'sms', receiver, verify });
  return { ...result, message: call.t('sign_in.code_sent') };
}

/** The learner who has the number, else the one who had it last. */
async function findByOldNumber(trx: Db, old: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = ${old}
    union all
    (select m.id from number_changes c join members m on m.user_id = c.user_id where c.old_number = ${old} order by c.id desc limit 1)
    limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Puts the request of somebody without their old number before the school; the answer tells nothing about accounts. */
export async function askForNumber(call: CallOf<typeof requestNumber>): Promise<ResponseOf<typeof requestNumber>> {
  const { ctx, actor, body, locale } = call;
  const own = actor?.member?.id ?? null;
  const name = body.name || (own === null ? '' : (actor?.name ?? ''));
  assert(name, 'request.invalid', { failures: { name: [{ rule: 'required', params: [] }] } });
  const old = body.old_number || null;
  const codeId = await checkCode(ctx, { purpose, receiver: body.mobile_phone, code: body.message_code });
  await ctx.db.transaction().execute(async (trx) => {
    await consumeCode(ctx, trx, codeId);
    const values = {
      name,
      member_id: own ?? (old === null ? null : await findByOldNumber(trx, old)),
      is_logged_in: own !== null,
      old_number: old,
      remark: body.remark ?? '',
      locale,
      updated_at: ctx.clock(),
    };
    await trx
      .insertInto('number_requests')
      .values({ ...values, mobile_phone: body.mobile_phone, created_at: ctx.clock() })
      .onConflict((conflict) =>
        conflict
          .column('mobile_phone')
          .where(sql<boolean>`state = ${sql.lit(numberRequestState.waiting)}`)
          .doUpdateSet((eb) => ({ ...values, version: eb('number_requests.version', '+', 1) })),
      )
      .execute();
  });
  return { message: call.t('sign_in.number_requested') };
}
