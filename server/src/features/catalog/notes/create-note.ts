import { sql } from 'kysely';
import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import type * as lessonNotes from '@kaike/shared/contracts/catalog/lesson-notes';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { findMine } from '../../learning/playback/public.ts';
import { maxNotes, type NoteRow, noteColumns, presentFoundNote } from './lesson-notes.ts';

/** Adds a note to a lesson the member may study. A repeated request returns the existing note, even if it was changed or deleted since. */
export async function createNote(call: MemberCallOf<typeof lessonNotes.createNote>): Promise<{ note: LessonNote }> {
  const {
    actor: { member },
    body,
    ctx,
  } = call;
  const { facts } = await findMine(call, call.params.id);
  const now = ctx.clock();
  const {
    rows: [{ count } = { count: 0 }],
  } = await sql<{ count: number }>`select count(*)::int as count from lesson_notes
    where member_id = ${member.id} and lesson_id = ${facts.lesson_id} and deleted_at is null`.execute(ctx.db);
  assert(count < maxNotes, 'note.too_many', { params: { max: maxNotes } });
  await sql`insert into lesson_notes (member_id, course_id, lesson_id, client_key, at_sec, body, created_at, updated_at)
    values (${member.id}, ${facts.course_id}, ${facts.lesson_id}, ${body.client_key}, ${body.at_sec}, ${body.body}, ${now}, ${now})
    on conflict (member_id, client_key) do nothing`.execute(ctx.db);
  const { rows } =
    await sql<NoteRow>`select ${noteColumns} from lesson_notes where member_id = ${member.id} and client_key = ${body.client_key}`.execute(
      ctx.db,
    );
  return presentFoundNote(rows[0]);
}
