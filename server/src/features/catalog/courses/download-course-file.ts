import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { courseStatus, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { assert } from '../../../core/app-error.ts';
import { type HttpReply, redirect } from '../../../core/respond.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { fileAddress, signFile } from '../../../kit/files.ts';
import { type AccessGrant, grantsOf, presentAccess } from './my-courses.ts';

/** Long enough to start a download. */
const validMs = 300_000;

type FileRow = AccessGrant & { key: string; name: string; address: string; status: number; is_free: boolean };

/** A file with the member's access to the course; undefined when the course does not offer it. */
async function findFile(call: MemberCallOf<typeof courses.downloadCourseFile>): Promise<FileRow | undefined> {
  const { id, file_id } = call.params;
  const { rows } =
    await sql<FileRow>`select f.key, f.name, c.status, c.is_free, g.is_live, g.is_over, g.is_forever, g.end_at
    from files f join courses c on c.id = ${id} and c.deleted_at is null
      left join (${grantsOf(call.actor.member.id, call.ctx.clock())}) g on g.course_id = c.id
    where f.id = ${file_id} and c.status <> ${courseStatus.draft} and (c.attachments ? (${fileAddress('')} || f.key)
      or exists (select 1 from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null
        where l.course_id = c.id and l.deleted_at is null and l.status = ${switchStatus.on} and l.attachments ? (${fileAddress('')} || f.key)))`.execute(
      call.ctx.db,
    );
  return rows[0];
}

/** Redirects a member of the course to a download, under a personal address that expires in five minutes. */
export async function downloadCourseFile(
  call: MemberCallOf<typeof courses.downloadCourseFile>,
): Promise<HttpReply<undefined>> {
  const file = await findFile(call);
  assert(file, 'record.not_found');
  const { state } = presentAccess(file);
  assert(state === 'owned' || state === 'free', 'course.no_access');
  const { actor, ctx, is_browser } = call;
  const params = { m: String(actor.member.id), ...(is_browser ? { b: '1' } : {}) };
  const url = signFile(ctx, file, { expires_at: new Date(ctx.clock().getTime() + validMs), params });
  return redirect(url);
}
