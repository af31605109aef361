import type { Memory } from '@kaike/shared/contracts/ai/ai-memories';
import type * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import { AppError } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { lockMember } from '../../seconds/public.ts';
import { insertMemory } from './memory.store.ts';
import { loadMemoryState } from './memory-state.ts';
import { normalizeText, checkPlace, presentMemory } from './edit-memories.ts';

const refusals = {
  needs_service: 'ai.memory_off',
  needs_guardian: 'ai.memory_guardian',
  needs_consent: 'ai.no_memory_consent',
} as const;

export async function createMemory(call: MemberCallOf<typeof aiMemories.createMemory>): Promise<{ memory: Memory }> {
  const { ctx, actor, body } = call;
  const memberId = actor.member.id;
  const { state } = await loadMemoryState(ctx, memberId);
  if (state !== 'on') throw new AppError(refusals[state]);
  const text = await normalizeText(call, body.text);
  const id = await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, memberId);
    await checkPlace(trx, memberId, { id: null, text });
    return insertMemory(trx, { member_id: memberId, kind: body.kind, text, chat_id: null }, ctx.clock());
  });
  return presentMemory(ctx.db, { id, member_id: memberId });
}
