import { sql } from 'kysely';
import type { Memory } from '@kaike/shared/contracts/ai/ai-memories';
import type * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import type { MemberCallOf } from '../../../../core/call.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { lockMember } from '../../seconds/public.ts';
import { normalizeText, presentMemory, checkPlace } from './edit-memories.ts';

export async function updateMemory(call: MemberCallOf<typeof aiMemories.updateMemory>): Promise<{ memory: Memory }> {
  const { ctx, actor, body, params } = call;
  const key = { id: params.id, member_id: actor.member.id };
  const text = await normalizeText(call, body.text);
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, key.member_id);
    await presentMemory(trx, key);
    await checkPlace(trx, key.member_id, { id: key.id, text });
    await sql`update ai_memories set kind = ${body.kind}, text = ${text}, updated_at = ${ctx.clock()}, removed_at = null
      where id = ${key.id} and member_id = ${key.member_id}`.execute(trx);
  });
  return presentMemory(ctx.db, key);
}
