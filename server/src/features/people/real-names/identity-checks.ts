import type * as account from '@kaike/shared/contracts/auth/account';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { needsGuardian, normalizeIdCard } from '@kaike/shared/domain/people/id-card';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../core/call.ts';
import { sealIdCard } from './id-cards.ts';

type Identity = { id_card: string; guardian_consent?: boolean | null | undefined };

/** Refuses a child's number that no guardian agreed to. Returns whether a guardian had to. */
export function checkGuardian({ ctx }: MemberCall<unknown>, identity: Identity): boolean {
  const isChild = needsGuardian(identity.id_card, dayOf(ctx.clock()));
  assert(!isChild || identity.guardian_consent, 'account.guardian_consent', { field: 'guardian_consent' });
  return isChild;
}

type SensitiveConsent = { kind: 'real_name' | 'face'; by_guardian: boolean };

/** Records that the member, and for a child a guardian, agreed to this use of sensitive data, by the privacy policy of now. */
export async function recordConsent(call: MemberCall<unknown>, trx: Db, consent: SensitiveConsent): Promise<void> {
  const { ctx, actor, ip } = call;
  const version = await ctx.settings.get('privacy_version');
  await trx
    .insertInto('sensitive_consents')
    .values({ ...consent, member_id: actor.member.id, ip, version, agreed_at: ctx.clock() })
    .execute();
}

/** Changes the verification state; a passed one never changes. */
export async function setState(call: MemberCall<unknown>, trx: Db, values: Record<string, unknown>): Promise<void> {
  const { actor, ctx } = call;
  const done = await trx
    .updateTable('members')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: ctx.clock(), updated_by: actor.user_id }))
    .where('id', '=', actor.member.id)
    .where('is_auth', '<>', authStatus.passed)
    .executeTakeFirst();
  assert(done.numUpdatedRows > 0n, 'record.state');
}

/** Submits name and number for review by the school; the stored ones stay until the decision. */
export async function submitForReview(call: MemberCallOf<typeof account.requestReview>): Promise<void> {
  const { ctx, actor, body } = call;
  const isByGuardian = checkGuardian(call, body);
  const idCard = normalizeIdCard(body.id_card);
  const values = {
    real_name: body.real_name,
    id_card: sealIdCard(ctx, actor.member.id, idCard),
    id_card_last4: idCard.slice(-4),
    asked_at: ctx.clock(),
  };
  await ctx.db.transaction().execute(async (trx) => {
    await setState(call, trx, { is_auth: authStatus.pending, auth_method: null, auth_at: null, auth_refusal: '' });
    await trx
      .insertInto('real_name_reviews')
      .values({ member_id: actor.member.id, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute();
    await recordConsent(call, trx, { kind: 'real_name', by_guardian: isByGuardian });
  });
}
