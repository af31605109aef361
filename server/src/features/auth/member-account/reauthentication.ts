import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { MemberCall } from '../../../core/call.ts';
import { isSameBytes } from '../../../core/secrets.ts';

type Bound = { user_id: number; session_id: number; mobile_phone: string | null; until: number };

/** The signature of a pass: for this account, session and number, until then. */
export const signOwnerPass = ({ secrets }: Context, bound: Bound): string =>
  secrets
    .hmac('owner-pass', [bound.user_id, bound.session_id, bound.mobile_phone ?? '', bound.until].join('|'))
    .toString('base64url');

export const loadOwner = (db: Db, userId: number) =>
  db.selectFrom('users').select(['mobile_phone', 'password_hash']).where('id', '=', userId).executeTakeFirstOrThrow();

/** Throws `account.pass_over` unless the pass belongs to this session, has not expired, and the number is unchanged. */
export async function assertOwner(call: MemberCall<unknown>, db: Db, pass: string): Promise<void> {
  const { ctx, actor } = call;
  const [until = '', signature = ''] = pass.split('.');
  const { mobile_phone: mobile } = await loadOwner(db, actor.user_id);
  const expected = signOwnerPass(ctx, {
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
