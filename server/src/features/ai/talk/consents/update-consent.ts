import type * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { ConsentPurpose } from '@kaike/shared/domain/ai/learner/memory';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../../core/call.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { lockMember } from '../../seconds/public.ts';
import { voiceRecipient } from '../hearing/consents.ts';
import { memoryRecipient } from '../memory/memory-state.ts';
import { readingRecipient } from '../reading/reading-state.ts';
import { addConsent, endConsent, recordRefusal, findConsent } from './consent.store.ts';

/** Who would receive it now; refuses where nobody may. */
const recipients: Readonly<Record<ConsentPurpose, (call: MemberCall) => Promise<string>>> = {
  voice: voiceRecipient,
  memory: memoryRecipient,
  reading: readingRecipient,
};

/** Agrees, refuses, or takes back what was agreed. */
export async function updateConsent(
  call: MemberCallOf<typeof aiHearing.updateConsent>,
): Promise<ResponseOf<typeof aiHearing.updateConsent>> {
  const { ctx, actor, body } = call;
  const isAgreed = body.is_agreed;
  const recipient = body.recipient ?? '';
  const purpose = body.purpose ?? 'voice';
  const key = { member_id: actor.member.id, purpose };
  const now = ctx.clock();
  if (isAgreed) assert((await recipients[purpose](call)) === recipient, 'ai.consent_changed');
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, key.member_id);
    const consent = await findConsent(trx, key);
    if (isAgreed && consent?.recipient === recipient) return;
    await endConsent(trx, key, now);
    if (isAgreed) await addConsent(trx, key, { recipient, now });
    else await recordRefusal(trx, key, now);
  });
  return { is_agreed: isAgreed };
}
