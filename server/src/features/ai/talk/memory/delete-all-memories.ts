import { sql } from 'kysely';
import type * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import type { MemberCallOf } from '../../../../core/call.ts';

export async function deleteAllMemories({
  ctx,
  actor,
}: MemberCallOf<typeof aiMemories.deleteAllMemories>): Promise<Record<never, never>> {
  await sql`delete from ai_memories where member_id = ${actor.member.id}`.execute(ctx.db);
  return {};
}
