import { sql } from 'kysely';
import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import type * as lessonNotes from '@kaike/shared/contracts/catalog/lesson-notes';
import { assert, AppError } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { type NoteRow, noteColumns, presentFoundNote, presentNote } from './lesson-notes.ts';

/** Updates a note; if it was changed on another device meanwhile, the error carries the current one. */
export async function updateNote(call: MemberCallOf<typeof lessonNotes.updateNote>): Promise<{ note: LessonNote }> {
  const {
    actor: { member },
    body,
    ctx,
  } = call;
  const id = call.params.id;
  const { rows } =
    await sql<NoteRow>`update lesson_notes set body = ${body.body}, version = version + 1, updated_at = ${ctx.clock()}
    where id = ${id} and member_id = ${member.id} and deleted_at is null and version = ${body.version} returning ${noteColumns}`.execute(
      ctx.db,
    );
  if (rows[0]) return presentFoundNote(rows[0]);
  const current =
    await sql<NoteRow>`select ${noteColumns} from lesson_notes where id = ${id} and member_id = ${member.id} and deleted_at is null`.execute(
      ctx.db,
    );
  const [row] = current.rows;
  assert(row, 'record.not_found');
  // A retry after a lost response: the text is already stored.
  if (row.body === body.body) return presentFoundNote(row);
  throw new AppError('record.stale', { current: presentNote(row) });
}
