import { sql } from 'kysely';
import type { Level } from '@kaike/shared/contracts/ai/ai-level';
import type * as aiLevel from '@kaike/shared/contracts/ai/ai-level';
import type { MemberCallOf } from '../../../../core/call.ts';
import { getLevel } from './get-level.ts';

export async function updateLevel(call: MemberCallOf<typeof aiLevel.updateLevel>): Promise<Level> {
  const { ctx, actor, body } = call;
  await sql`update members set ai_level = ${body.level ?? null} where id = ${actor.member.id}`.execute(ctx.db);
  return getLevel(call);
}
