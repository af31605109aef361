import type * as account from '@kaike/shared/contracts/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Context } from '../../core/context.ts';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../core/call.ts';
import { isSameBytes } from '../../core/secrets.ts';
import { checkCode, checkPassword, consumeCode } from '../auth/public.ts';

const validMs = 10 * 60_000;

type Bound = { user_id: number; session_id: number; mobile_phone: string | null; until: number };

const sign = ({ secrets }: Context, bound: Bound): string =>
  secrets
    .hmac('owner-pass', [bound.user_id, bound.session_id, bound.mobile_phone ?? '', bound.until].join('|'))
    .toString('base64url');

const readOwner = (db: Db, userId: number) =>
  db.selectFrom('users').select(['mobile_phone', 'password_hash']).where('id', '=', userId).executeTakeFirstOrThrow();

/** Returns a pass after proof of ownership by code or password; valid in this session, for the account's current number. */
export async function verifyOwner(
  call: MemberCallOf<typeof account.reauthenticate>,
): Promise<ResponseOf<typeof account.reauthenticate>> {
  const { ctx, actor, body } = call;
  const owner = await readOwner(ctx.db, actor.user_id);
  if (body.message_code) {
    assert(owner.mobile_phone, 'auth.code_wrong', { field: 'message_code' });
    const id = await checkCode(ctx, { purpose: 'verify', receiver: owner.mobile_phone, code: body.message_code });
    await consumeCode(ctx, ctx.db, id);
  } else
    assert(await checkPassword(owner.password_hash, body.password ?? ''), 'auth.old_password_wrong', {
      field: 'password',
    });
  const until = ctx.clock().getTime() + validMs;
  return {
    pass: `${until}.${sign(ctx, { user_id: actor.user_id, session_id: actor.session_id, mobile_phone: owner.mobile_phone, until })}`,
  };
}

/** Throws `account.pass_over` unless the pass belongs to this session, has not expired, and the number is unchanged. */
export async function assertOwner(call: MemberCall<unknown>, db: Db, pass: string): Promise<void> {
  const { ctx, actor } = call;
  const [until = '', signature = ''] = pass.split('.');
  const { mobile_phone: mobile } = await readOwner(db, actor.user_id);
  const expected = sign(ctx, {
    user_id: actor.user_id,
    session_id: actor.session_id,
    mobile_phone: mobile,
    until: Number(until),
  });
  assert(
    isSameBytes(Buffer.from(signature), Buffer.from(expected)) && Number(until) > ctx.clock().getTime(),
    'account.pass_over',
  );
}
