import type * as account from '@kaike/shared/contracts/auth/account';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { FaceIdentity, FaceProvider } from '../../../../adapters/face/port.ts';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { settleBirthdays } from '../birthdays.ts';
import { isUsedUp, openIdCard, sealIdCard } from '../id-cards.ts';
import { setState } from '../identity-checks.ts';

async function savePassed(call: MemberCall<unknown>, trx: Db, person: FaceIdentity): Promise<void> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  const limit = await ctx.settings.get('id_card_accounts');
  assert(!(await isUsedUp(ctx, trx, { id_card: person.id_card, member_id: memberId, limit })), 'account.id_card_limit');
  await setState(call, trx, {
    is_auth: authStatus.passed,
    auth_method: 'face',
    auth_at: ctx.clock(),
    auth_refusal: '',
    real_name: person.real_name,
    id_card: sealIdCard(ctx, memberId, person.id_card),
    id_card_last4: person.id_card.slice(-4),
    birthday_locked: false,
  });
  await settleBirthdays(ctx, trx, [memberId]);
  await trx.deleteFrom('real_name_reviews').where('member_id', '=', memberId).execute();
}

/** A failed check changes no stored identity, and not the state of a name that waits for review. */
async function saveFailed(call: MemberCall<unknown>, trx: Db): Promise<void> {
  const waiting = await trx
    .selectFrom('real_name_reviews')
    .select('member_id')
    .where('member_id', '=', call.actor.member.id)
    .executeTakeFirst();
  if (!waiting)
    await setState(call, trx, { is_auth: authStatus.failed, auth_method: 'face', auth_at: null, auth_refusal: '' });
}

/**
 * Ends the member's own face check by the vendor's result, queried with the id on this server; whatever the browser brought back
 * is only the reason to ask. Without a result it stays open until it expires.
 */
export async function endFaceCheck(
  call: MemberCallOf<typeof account.matchFace>,
  provider: FaceProvider,
): Promise<'passed' | 'failed' | 'pending' | 'expired'> {
  const { ctx, actor, body } = call;
  const check = await ctx.db
    .selectFrom('face_checks')
    .select(['id', 'vendor_id', 'provider', 'real_name', 'id_card', 'expires_at'])
    .where('certify_id', '=', body.certify_id)
    .where('member_id', '=', actor.member.id)
    .where('verdict', 'is', null)
    .executeTakeFirst();
  assert(check?.vendor_id && check.id_card && check.provider === provider.name, 'record.not_found');
  const identity = { real_name: check.real_name, id_card: openIdCard(ctx, actor.member.id, check.id_card) };
  const result = await provider.result({ vendor_id: check.vendor_id, identity });
  if (result === 'pending' && check.expires_at > ctx.clock()) return result;
  const verdict = result === 'pending' ? 'expired' : result;
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('face_checks')
      .set({ verdict, id_card: null, real_name: '' })
      .where('id', '=', check.id)
      .where('verdict', 'is', null)
      .executeTakeFirst();
    assert(ended.numUpdatedRows > 0n, 'record.not_found');
    if (verdict === 'passed') await savePassed(call, trx, identity);
    if (verdict === 'failed') await saveFailed(call, trx);
  });
  return verdict;
}
