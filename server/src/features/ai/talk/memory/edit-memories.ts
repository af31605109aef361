import type { Memory } from '@kaike/shared/contracts/ai/ai-memories';
import { maxMemories } from '@kaike/shared/domain/ai/learner/memory';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { quoteUntrusted } from '../prompt/quote-untrusted.ts';
import { isRefused } from './check-memory.ts';
import { memoryKey, loadMemories, loadMemory } from './memory.store.ts';

/** The text as it is stored, which refuses what is not remembered. */
export async function normalizeText({ ctx }: MemberCall, value: string): Promise<string> {
  const text = quoteUntrusted(value);
  assert(text !== '' && !(await isRefused(ctx, value)), 'ai.memory_refused');
  return text;
}

/** Refuses one more than fits, and one that is there. */
export async function checkPlace(
  trx: Db,
  memberId: number,
  { id, text }: { id: number | null; text: string },
): Promise<void> {
  const others = (await loadMemories(trx, memberId)).filter((one) => one.id !== id);
  if (others.length >= maxMemories) throw new AppError('ai.memory_limit', { params: { count: maxMemories } });
  assert(!others.some((one) => memoryKey(one.text) === memoryKey(text)), 'ai.memory_known');
}

export async function presentMemory(db: Db, key: { id: number; member_id: number }): Promise<{ memory: Memory }> {
  const memory = await loadMemory(db, key);
  assert(memory, 'record.not_found');
  return { memory };
}
