import { sql } from 'kysely';
import type { LessonNote, MyNotes } from '@kaike/shared/contracts/lesson-notes';
import type * as lessonNotes from '@kaike/shared/contracts/lesson-notes';
import { AppError, assert } from '../../core/app-error.ts';
import type { ById, MemberCall, MemberCallOf } from '../../core/call.ts';
import { findMine } from '../watching/public.ts';

type Row = Omit<LessonNote, 'updated_at'> & { updated_at: Date };

/** Maximum notes per member and lesson. */
const maxNotes = 1000;
const undoMs = 86_400_000;
const columns = sql`id, client_key, lesson_id, at_sec, body, version, updated_at`;

const present = (row: Row): LessonNote => ({ ...row, updated_at: row.updated_at.toISOString() });

function requireNote(row: Row | undefined): { note: LessonNote } {
  assert(row, 'record.not_found');
  return { note: present(row) };
}

/** The member's own notes on a lesson by position; they stay readable after access ends. */
export async function listNotes(call: MemberCall & ById): Promise<{ notes: LessonNote[] }> {
  const { rows } = await sql<Row>`select ${columns} from lesson_notes
    where member_id = ${call.actor.member.id} and lesson_id = ${call.params.id} and deleted_at is null order by at_sec, id limit ${maxNotes}`.execute(
    call.ctx.db,
  );
  return { notes: rows.map(present) };
}

const perPage = 100;
type MyRow = Row & Omit<MyNotes['data'][number], keyof LessonNote>;

/** All notes of the member by course, the one written in last first, in the order of its lessons. */
export async function listMyNotes({
  ctx,
  actor,
  query,
}: MemberCallOf<typeof lessonNotes.listMyNotes>): Promise<MyNotes> {
  const { course_id: courseId, search } = query;
  const page = query.page ?? 1;
  const mine = sql`n.member_id = ${actor.member.id} and n.deleted_at is null`;
  const needle = search?.toLowerCase() ?? '';
  const [courses, notes] = await Promise.all([
    sql<MyNotes['courses'][number]>`select c.id, c.title, count(*)::int as count
      from lesson_notes n join courses c on c.id = n.course_id where ${mine} group by c.id order by max(n.updated_at) desc, c.id`.execute(
      ctx.db,
    ),
    sql<MyRow>`select n.id, n.client_key, n.lesson_id, n.at_sec, n.body, n.version, n.updated_at,
        n.course_id, c.title as course_title, l.title as lesson_title, l.type as lesson_type
      from lesson_notes n join lessons l on l.id = n.lesson_id join chapters h on h.id = l.chapter_id join courses c on c.id = n.course_id
        join (select n.course_id, max(n.updated_at) as last_at from lesson_notes n where ${mine} group by n.course_id) w on w.course_id = n.course_id
      where ${mine} ${courseId ? sql`and n.course_id = ${courseId}` : sql``}
        ${needle === '' ? sql`` : sql`and (position(${needle} in lower(n.body)) > 0 or position(${needle} in lower(l.title)) > 0)`}
      order by w.last_at desc, n.course_id, h.sort, h.id, l.sort, l.id, n.at_sec, n.id limit ${perPage + 1} offset ${(page - 1) * perPage}`.execute(
      ctx.db,
    ),
  ]);
  return {
    courses: courses.rows,
    data: notes.rows.slice(0, perPage).map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
    current_page: page,
    has_more: notes.rows.length > perPage,
  };
}

/** Adds a note to a lesson the member may study. A repeated request returns the existing note, even if it was changed or deleted since. */
export async function addNote(call: MemberCallOf<typeof lessonNotes.createNote>): Promise<{ note: LessonNote }> {
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
    await sql<Row>`select ${columns} from lesson_notes where member_id = ${member.id} and client_key = ${body.client_key}`.execute(
      ctx.db,
    );
  return requireNote(rows[0]);
}

/** Updates a note; if it was changed on another device meanwhile, the error carries the current one. */
export async function changeNote(call: MemberCallOf<typeof lessonNotes.updateNote>): Promise<{ note: LessonNote }> {
  const {
    actor: { member },
    body,
    ctx,
  } = call;
  const id = call.params.id;
  const { rows } =
    await sql<Row>`update lesson_notes set body = ${body.body}, version = version + 1, updated_at = ${ctx.clock()}
    where id = ${id} and member_id = ${member.id} and deleted_at is null and version = ${body.version} returning ${columns}`.execute(
      ctx.db,
    );
  if (rows[0]) return requireNote(rows[0]);
  const current =
    await sql<Row>`select ${columns} from lesson_notes where id = ${id} and member_id = ${member.id} and deleted_at is null`.execute(
      ctx.db,
    );
  const [row] = current.rows;
  assert(row, 'record.not_found');
  // A retry after a lost response: the text is already stored.
  if (row.body === body.body) return requireNote(row);
  throw new AppError('record.stale', { current: present(row) });
}

/** Deletes a note of the member; idempotent. */
export async function removeNote(call: MemberCall & ById): Promise<Record<string, never>> {
  const { rows } = await sql`update lesson_notes set deleted_at = coalesce(deleted_at, ${call.ctx.clock()}::timestamptz)
    where id = ${call.params.id} and member_id = ${call.actor.member.id} returning id`.execute(call.ctx.db);
  assert(rows[0], 'record.not_found');
  return {};
}

/** Undoes a deletion within a day. */
export async function bringBackNote(call: MemberCall & ById): Promise<{ note: LessonNote }> {
  const since = new Date(call.ctx.clock().getTime() - undoMs);
  const { rows } = await sql<Row>`update lesson_notes set deleted_at = null
    where id = ${call.params.id} and member_id = ${call.actor.member.id} and (deleted_at is null or deleted_at > ${since}) returning ${columns}`.execute(
    call.ctx.db,
  );
  return requireNote(rows[0]);
}
