import { sql } from 'kysely';
import { assert } from '../../../core/app-error.ts';
import type { MemberCall, ById } from '../../../core/call.ts';

/** Deletes a note of the member; idempotent. */
export async function deleteNote(call: MemberCall & ById): Promise<Record<string, never>> {
  const { rows } = await sql`update lesson_notes set deleted_at = coalesce(deleted_at, ${call.ctx.clock()}::timestamptz)
    where id = ${call.params.id} and member_id = ${call.actor.member.id} returning id`.execute(call.ctx.db);
  assert(rows[0], 'record.not_found');
  return {};
}
