import { sql } from 'kysely';
import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import type { MemberCall, ById } from '../../../core/call.ts';
import { type NoteRow, noteColumns, presentFoundNote } from './lesson-notes.ts';

const undoMs = 86_400_000;

/** Undoes a deletion within a day. */
export async function restoreNote(call: MemberCall & ById): Promise<{ note: LessonNote }> {
  const since = new Date(call.ctx.clock().getTime() - undoMs);
  const { rows } = await sql<NoteRow>`update lesson_notes set deleted_at = null
    where id = ${call.params.id} and member_id = ${call.actor.member.id} and (deleted_at is null or deleted_at > ${since}) returning ${noteColumns}`.execute(
    call.ctx.db,
  );
  return presentFoundNote(rows[0]);
}
