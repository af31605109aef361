import { sql } from 'kysely';
import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import { assert } from '../../../core/app-error.ts';

export type NoteRow = Omit<LessonNote, 'updated_at'> & { updated_at: Date };

/** Maximum notes per member and lesson. */
export const maxNotes = 1000;
/** What is read of a note. */
export const noteColumns = sql`id, client_key, lesson_id, at_sec, body, version, updated_at`;

export const presentNote = (row: NoteRow): LessonNote => ({ ...row, updated_at: row.updated_at.toISOString() });

export function presentFoundNote(row: NoteRow | undefined): { note: LessonNote } {
  assert(row, 'record.not_found');
  return { note: presentNote(row) };
}
