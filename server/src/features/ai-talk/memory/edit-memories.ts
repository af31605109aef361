import { sql } from 'kysely';
import type { Memories, Memory } from '@kaike/shared/contracts/ai-memories';
import type * as aiMemories from '@kaike/shared/contracts/ai-memories';
import { secondCompatible } from '@kaike/shared/domain/ai/ai-usage';
import { maxMemories } from '@kaike/shared/domain/ai/learner/memory';
import { AppError, assert } from '../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../core/call.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';
import { lockMember } from '../../ai-seconds/public.ts';
import { hasAnswered } from '../consents/consent.store.ts';
import { asData } from '../prompt/as-data.ts';
import { isRefused } from './check-memory.ts';
import { insertMemory, memoryKey, readMemories, readMemory } from './memory.store.ts';
import { readMemoryState } from './memory-state.ts';

/** The services without a name of their own. */
const nameless: readonly string[] = ['compatible', secondCompatible];

/** The recipients as people read them; null where none has a name of its own. */
function nameOf(recipient: string | null, t: MemberCall['t']): string | null {
  const recipients = recipient?.split(',') ?? [];
  if (recipients.every((name) => nameless.includes(name))) return null;
  const names = recipients.map((name) => (nameless.includes(name) ? 'compatible' : name));
  return [...new Set(names)]
    .map((name) => t(`resources.configs.choices.chat_driver.${name}`))
    .join(t('common.list_separator'));
}

/** What the page of memories shows. */
export async function listMemories({ ctx, actor, t }: MemberCall): Promise<Memories> {
  const memberId = actor.member.id;
  const { state, recipient, consent } = await readMemoryState(ctx, memberId);
  return {
    state,
    recipient,
    name: nameOf(recipient, t),
    granted_at: consent?.granted_at.toISOString() ?? null,
    is_answered: await hasAnswered(ctx.db, { member_id: memberId, purpose: 'memory' }),
    memories: await readMemories(ctx.db, memberId),
  };
}

const refusals = {
  needs_service: 'ai.memory_off',
  needs_guardian: 'ai.memory_guardian',
  needs_consent: 'ai.no_memory_consent',
} as const;

/** The text as it is stored, which refuses what is not remembered. */
async function readText({ ctx }: MemberCall, value: string): Promise<string> {
  const text = asData(value);
  assert(text !== '' && !(await isRefused(ctx, value)), 'ai.memory_refused');
  return text;
}

/** Refuses one more than fits, and one that is there. */
async function checkPlace(trx: Db, memberId: number, { id, text }: { id: number | null; text: string }): Promise<void> {
  const others = (await readMemories(trx, memberId)).filter((one) => one.id !== id);
  if (others.length >= maxMemories) throw new AppError('ai.memory_limit', { params: { count: maxMemories } });
  assert(!others.some((one) => memoryKey(one.text) === memoryKey(text)), 'ai.memory_known');
}

async function presentMemory(db: Db, key: { id: number; member_id: number }): Promise<{ memory: Memory }> {
  const memory = await readMemory(db, key);
  assert(memory, 'record.not_found');
  return { memory };
}

export async function writeMemory(call: MemberCallOf<typeof aiMemories.createMemory>): Promise<{ memory: Memory }> {
  const { ctx, actor, body } = call;
  const memberId = actor.member.id;
  const { state } = await readMemoryState(ctx, memberId);
  if (state !== 'on') throw new AppError(refusals[state]);
  const text = await readText(call, body.text);
  const id = await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, memberId);
    await checkPlace(trx, memberId, { id: null, text });
    return insertMemory(trx, { member_id: memberId, kind: body.kind, text, chat_id: null }, ctx.clock());
  });
  return presentMemory(ctx.db, { id, member_id: memberId });
}

export async function editMemory(call: MemberCallOf<typeof aiMemories.updateMemory>): Promise<{ memory: Memory }> {
  const { ctx, actor, body, params } = call;
  const key = { id: params.id, member_id: actor.member.id };
  const text = await readText(call, body.text);
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, key.member_id);
    await presentMemory(trx, key);
    await checkPlace(trx, key.member_id, { id: key.id, text });
    await sql`update ai_memories set kind = ${body.kind}, text = ${text}, updated_at = ${ctx.clock()}, removed_at = null
      where id = ${key.id} and member_id = ${key.member_id}`.execute(trx);
  });
  return presentMemory(ctx.db, key);
}

/** Takes one away; the same again changes nothing. */
export async function dropMemory({
  ctx,
  actor,
  params,
}: MemberCallOf<typeof aiMemories.deleteMemory>): Promise<Record<never, never>> {
  const key = { id: params.id, member_id: actor.member.id };
  await presentMemory(ctx.db, key);
  await sql`update ai_memories set removed_at = coalesce(removed_at, ${ctx.clock()})
    where id = ${key.id} and member_id = ${key.member_id}`.execute(ctx.db);
  return {};
}

export async function dropMemories({
  ctx,
  actor,
}: MemberCallOf<typeof aiMemories.deleteAllMemories>): Promise<Record<never, never>> {
  await sql`delete from ai_memories where member_id = ${actor.member.id}`.execute(ctx.db);
  return {};
}
