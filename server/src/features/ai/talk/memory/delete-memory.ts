import { sql } from 'kysely';
import type * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import type { MemberCallOf } from '../../../../core/call.ts';
import { presentMemory } from './edit-memories.ts';

/** Takes one away; the same again changes nothing. */
export async function deleteMemory({
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
