import { sql } from 'kysely';
import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import type { MemberCall, ById } from '../../../core/call.ts';
import { type NoteRow, noteColumns, maxNotes, presentNote } from './lesson-notes.ts';

/** The member's own notes on a lesson by position; they stay readable after access ends. */
export async function listNotes(call: MemberCall & ById): Promise<{ notes: LessonNote[] }> {
  const { rows } = await sql<NoteRow>`select ${noteColumns} from lesson_notes
    where member_id = ${call.actor.member.id} and lesson_id = ${call.params.id} and deleted_at is null order by at_sec, id limit ${maxNotes}`.execute(
    call.ctx.db,
  );
  return { notes: rows.map(presentNote) };
}
