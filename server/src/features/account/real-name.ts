import type {
  requestReview as reviewContract,
  initFaceAuth as initContract,
  matchFace as matchContract,
} from '@kaike/shared/contracts/account';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { assert } from '../../core/app-error.ts';
import type { MemberCallOf } from '../../core/call.ts';
import { endFaceCheck, openFaceCheck, submitForReview } from '../real-names/public.ts';
import { mayMatchFace, readAccount } from './read-account.ts';

/** Verification without face matching: the school's staff decides. */
export async function requestReview(
  call: MemberCallOf<typeof reviewContract>,
): Promise<AnswerOf<typeof reviewContract>> {
  await submitForReview(call);
  return { account: await readAccount(call), message: call.t('account.review_asked') };
}

/** Starts face matching; nothing is stored before it has ended. */
export async function initFaceAuth(call: MemberCallOf<typeof initContract>): Promise<AnswerOf<typeof initContract>> {
  assert(mayMatchFace(call), 'account.face_off');
  const { is_auth: state } = await readAccount(call);
  assert(state !== authStatus.passed, 'record.state');
  return openFaceCheck(call);
}

/** Stores the result of face matching. */
export async function matchFace(call: MemberCallOf<typeof matchContract>): Promise<AnswerOf<typeof matchContract>> {
  assert(mayMatchFace(call), 'account.face_off');
  const isPassed = await endFaceCheck(call);
  return {
    account: await readAccount(call),
    message: call.t(isPassed ? 'account.face_passed' : 'account.face_failed'),
  };
}
