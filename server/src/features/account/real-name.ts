import type { askReview as reviewContract, initFaceAuth as initContract, matchFace as matchContract } from '@kaike/shared/contracts/account';
import { authStatus, type AuthMethod, type AuthStatus } from '@kaike/shared/domain/people';
import type { AnswerOf, BodyOf } from '@kaike/shared/kit/contract';
import { assert } from '../../http/app-error.ts';
import type { MemberCall } from '../../http/route.ts';
import { readAccount } from './read-account.ts';

/** Purpose of the key ID numbers are encrypted with. */
const idCardKey = 'id_card';

type Identity = { real_name: string; id_card: string };
type Outcome = { is_auth: AuthStatus; auth_method: AuthMethod | null };

/** Keeps who somebody says to be; one whose name was verified keeps it. */
async function keep(call: MemberCall<unknown>, { real_name: realName, id_card: given }: Identity, outcome: Outcome): Promise<void> {
  const { ctx, actor } = call;
  const idCard = given.toUpperCase();
  const now = ctx.clock();
  const kept = await ctx.db.updateTable('members').set((eb) => ({
    ...outcome, real_name: realName, id_card: ctx.secrets.encrypt(idCardKey, idCard), id_card_last4: idCard.slice(-4),
    auth_at: outcome.is_auth === authStatus.passed ? now : null, version: eb('version', '+', 1), updated_at: now, updated_by: actor.user_id,
  })).where('id', '=', actor.member.id).where('is_auth', '<>', authStatus.passed).executeTakeFirst();
  assert(kept.numUpdatedRows > 0n, 'record.state');
}

/** The way without a face: a person at the school decides. */
export async function askReview(call: MemberCall<BodyOf<typeof reviewContract>>): Promise<AnswerOf<typeof reviewContract>> {
  await keep(call, call.body, { is_auth: authStatus.pending, auth_method: null });
  return { account: await readAccount(call), message: call.t('account.review_asked') };
}

/** Opens a comparison with the face; nothing is kept before it has ended. */
export async function initFaceAuth(call: MemberCall<BodyOf<typeof initContract>>): Promise<AnswerOf<typeof initContract>> {
  const { face } = call.ctx.adapters;
  assert(face.is_offered, 'account.face_off');
  const { is_auth: state } = await readAccount(call);
  assert(state !== authStatus.passed, 'record.state');
  return face.init(call.body);
}

/** Keeps how the comparison ended. */
export async function matchFace(call: MemberCall<BodyOf<typeof matchContract>>): Promise<AnswerOf<typeof matchContract>> {
  const { face } = call.ctx.adapters;
  assert(face.is_offered, 'account.face_off');
  const ended = await face.result(call.body.certify_id);
  assert(ended, 'record.not_found');
  const isPassed = ended.result === 'passed';
  await keep(call, ended, { is_auth: isPassed ? authStatus.passed : authStatus.failed, auth_method: 'face' });
  return { account: await readAccount(call), message: call.t(isPassed ? 'account.face_passed' : 'account.face_failed') };
}
