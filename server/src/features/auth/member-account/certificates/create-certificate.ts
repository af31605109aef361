import { sql } from 'kysely';
import type * as account from '@kaike/shared/contracts/auth/account';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import type { StudiedCourse } from '../../../../db/types/stored-json.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { MemberCall } from '../../../../core/call.ts';
import {
  type CertificateScope,
  type SignedCertificate,
  loadHolder,
  makeCode,
  loadIssued,
  present,
  storeCertificate,
} from './certificates.ts';

const maxCourses = 50;

async function readStudied(db: Db, memberId: number): Promise<StudiedCourse[]> {
  const { rows } =
    await sql<StudiedCourse>`select c.title, count(r.completed_at)::int as lessons_done, sum(r.study_sec)::int as study_sec
    from learning_records r join courses c on c.id = r.course_id where r.member_id = ${memberId}
    group by c.id order by sum(r.study_sec) desc, c.id limit ${maxCourses}`.execute(db);
  return rows;
}

const noCourse: CertificateScope = { course_id: null, started_on: null, finished_on: null, teacher: '' };

const isSame = (one: SignedCertificate, other: SignedCertificate): boolean =>
  JSON.stringify([
    one.masked_name,
    one.study_sec,
    one.lesson_count,
    one.courses.map((course) => [course.title, course.lessons_done, course.study_sec]),
  ]) ===
  JSON.stringify([
    other.masked_name,
    other.study_sec,
    other.lesson_count,
    other.courses.map((course) => [course.title, course.lessons_done, course.study_sec]),
  ]);

/** Signs a snapshot of the study record; returns the last certificate if nothing changed since. */
export async function createCertificate(call: MemberCall): Promise<ResponseOf<typeof account.createCertificate>> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  return withIdempotency(call, 'study-certificate', async (trx) => {
    const holder = await loadHolder(trx, memberId);
    const done = await sql<{
      count: number;
    }>`select count(completed_at)::int as count from learning_records where member_id = ${memberId}`.execute(trx);
    const row: SignedCertificate = {
      code: makeCode(),
      member_id: memberId,
      masked_name: maskValue('name', holder.name),
      study_sec: holder.total_study_sec,
      lesson_count: done.rows[0]?.count ?? 0,
      courses: await readStudied(trx, memberId),
      issued_at: ctx.clock(),
      ...noCourse,
    };
    const last = (await loadIssued(ctx, trx, memberId)).find(({ course_id: id }) => id === null);
    if (last && isSame(last, row)) return { certificate: present(last, holder) };
    await storeCertificate(ctx, trx, row);
    return { certificate: present(row, holder) };
  });
}
