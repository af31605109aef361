import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { CertifiedCourse } from '@kaike/shared/contracts/account';
import type * as account from '@kaike/shared/contracts/account';
import { maskValue } from '@kaike/shared/domain/mask';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { StudiedCourse } from '../../../db/types/stored-json.ts';
import { once } from '../../../core/once.ts';
import type { CallOf, MemberCall, MemberCallOf } from '../../../core/call.ts';
import { assert } from '../../../core/app-error.ts';
import { isSameBytes } from '../../../core/secrets.ts';
import { readFinished } from './course-finish.read.ts';

/** Without characters that look alike on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 12;
const maxCourses = 50;
const maxListed = 100;
const purpose = 'study-certificate';

/** Of one finished course: it, the first and the last day, and who teaches it; of everything studied: none of it. */
type Course = { course_id: number | null; started_on: string | null; finished_on: string | null; teacher: string };
type Signed = Course & {
  code: string;
  member_id: number;
  masked_name: string;
  study_sec: number;
  lesson_count: number;
  courses: StudiedCourse[];
  issued_at: Date;
};

const makeCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Signed text: every figure the check page shows, in a fixed order. A row changed in the table is no longer genuine. */
function textOf(row: Signed): string {
  const courses = row.courses.map(({ title, lessons_done: done, study_sec: sec }) => [title, done, sec]);
  return JSON.stringify([
    row.code,
    row.member_id,
    row.masked_name,
    row.study_sec,
    row.lesson_count,
    courses,
    row.issued_at.toISOString(),
    ...(row.course_id === null ? [] : [row.course_id, row.started_on, row.finished_on, row.teacher]),
  ]);
}

const sign = ({ secrets }: Context, row: Signed): Buffer => secrets.hmac(purpose, textOf(row));
const isGenuine = ({ secrets }: Context, row: Signed, signature: Buffer): boolean =>
  secrets.hmacs(purpose, textOf(row)).some((good) => isSameBytes(signature, good));

async function readStudied(db: Db, memberId: number): Promise<StudiedCourse[]> {
  const { rows } =
    await sql<StudiedCourse>`select c.title, count(r.completed_at)::int as lessons_done, sum(r.study_sec)::int as study_sec
    from learning_records r join courses c on c.id = r.course_id where r.member_id = ${memberId}
    group by c.id order by sum(r.study_sec) desc, c.id limit ${maxCourses}`.execute(db);
  return rows;
}

const noCourse: Course = { course_id: null, started_on: null, finished_on: null, teacher: '' };

const store = (ctx: Context, trx: Db, row: Signed): Promise<unknown> =>
  trx
    .insertInto('study_certificates')
    .values({ ...row, courses: JSON.stringify(row.courses), signature: sign(ctx, row) })
    .execute();

type Holder = { member_no: string | null; name: string };

async function readHolder(db: Db, memberId: number): Promise<Holder & { total_study_sec: number }> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('study_gathered as g', 'g.member_id', 'm.id')
    .select(['m.member_no', 'm.real_name', 'm.total_study_sec', 'g.study_sec as gathered_sec', 'u.name'])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    member_no: row.member_no,
    name: row.real_name || row.name,
    total_study_sec: row.total_study_sec + (row.gathered_sec ?? 0),
  };
}

/** What a certificate of one course says about it. */
const presentCourse = ({ course_id: id, started_on: from, finished_on: to, teacher }: Course): CertifiedCourse =>
  id === null || from === null || to === null ? null : { id, started_on: from, finished_on: to, teacher };

/** A certificate as its holder sees it; after a change of name it still shows the signed one. */
function present(
  { masked_name: masked, ...row }: Signed,
  { name, member_no: no }: Holder,
): ResponseOf<typeof account.createCertificate>['certificate'] {
  return {
    code: row.code,
    study_sec: row.study_sec,
    lesson_count: row.lesson_count,
    courses: row.courses,
    course: presentCourse(row),
    name: maskValue('name', name) === masked ? name : masked,
    member_no: no ?? '',
    issued_at: row.issued_at.toISOString(),
  };
}

const isSame = (one: Signed, other: Signed): boolean =>
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

/** The genuine certificates of a member, newest first. */
async function readIssued(ctx: Context, db: Db, memberId: number): Promise<Signed[]> {
  const rows = await db
    .selectFrom('study_certificates')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.flatMap(({ id: _id, signature, ...rest }) => {
    const signed: Signed = rest;
    return isGenuine(ctx, signed, signature) ? [signed] : [];
  });
}

/** Signs a snapshot of the study record; returns the last certificate if nothing changed since. */
export async function createCertificate(call: MemberCall): Promise<ResponseOf<typeof account.createCertificate>> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  return once(call, 'study-certificate', async (trx) => {
    const holder = await readHolder(trx, memberId);
    const done = await sql<{
      count: number;
    }>`select count(completed_at)::int as count from learning_records where member_id = ${memberId}`.execute(trx);
    const row: Signed = {
      code: makeCode(),
      member_id: memberId,
      masked_name: maskValue('name', holder.name),
      study_sec: holder.total_study_sec,
      lesson_count: done.rows[0]?.count ?? 0,
      courses: await readStudied(trx, memberId),
      issued_at: ctx.clock(),
      ...noCourse,
    };
    const last = (await readIssued(ctx, trx, memberId)).find(({ course_id: id }) => id === null);
    if (last && isSame(last, row)) return { certificate: present(last, holder) };
    await store(ctx, trx, row);
    return { certificate: present(row, holder) };
  });
}

/** The certificate of a course that the member has finished; issued when it is asked for the first time. */
export async function certifyCourse(
  ctx: Context,
  trx: Db,
  { member_id: memberId, course_id: courseId }: { member_id: number; course_id: number },
): Promise<ResponseOf<typeof account.createCertificate>['certificate']> {
  const holder = await readHolder(trx, memberId);
  const issued = (await readIssued(ctx, trx, memberId)).find(({ course_id: id }) => id === courseId);
  if (issued) return present(issued, holder);
  const done = await readFinished(trx, { member_id: memberId, course_id: courseId });
  assert(done, 'course.not_finished');
  const { title, lesson_count: lessons, study_sec: sec, started_on, finished_on, teacher } = done;
  const row: Signed = {
    code: makeCode(),
    member_id: memberId,
    masked_name: maskValue('name', holder.name),
    study_sec: sec,
    lesson_count: lessons,
    courses: [{ title, lessons_done: lessons, study_sec: sec }],
    issued_at: ctx.clock(),
    course_id: courseId,
    started_on,
    finished_on,
    teacher,
  };
  await store(ctx, trx, row);
  return present(row, holder);
}

/** Issues the certificate of a course. Two requests at once wait for each other, so that there is one. */
export async function createCourseCertificate(
  call: MemberCallOf<typeof account.createCourseCertificate>,
): Promise<ResponseOf<typeof account.createCourseCertificate>> {
  const { ctx, actor, params } = call;
  const memberId = actor.member.id;
  return once(call, 'course-certificate', async (trx) => {
    await sql`select id from members where id = ${memberId} for update`.execute(trx);
    return { certificate: await certifyCourse(ctx, trx, { member_id: memberId, course_id: params.id }) };
  });
}

export async function listCertificates({
  ctx,
  actor,
}: MemberCall): Promise<ResponseOf<typeof account.listCertificates>> {
  const [holder, issued] = await Promise.all([
    readHolder(ctx.db, actor.member.id),
    readIssued(ctx, ctx.db, actor.member.id),
  ]);
  return { certificates: issued.map((row) => present(row, holder)) };
}

/** Whether the school issued the certificate, and what it says. */
export async function checkCertificate(
  call: CallOf<typeof account.checkCertificate>,
): Promise<ResponseOf<typeof account.checkCertificate>> {
  const { ctx } = call;
  const school = await ctx.settings.get('school_name');
  const code = call.params.code.toUpperCase();
  const row = await ctx.db.selectFrom('study_certificates').selectAll().where('code', '=', code).executeTakeFirst();
  if (!row) return { school, certificate: null };
  const { id: _id, signature, ...rest } = row;
  const signed: Signed = rest;
  if (!isGenuine(ctx, signed, signature)) return { school, certificate: null };
  const { code: of, masked_name, study_sec, lesson_count, courses } = signed;
  return {
    school,
    certificate: {
      code: of,
      masked_name,
      study_sec,
      lesson_count,
      courses,
      course: presentCourse(signed),
      issued_at: signed.issued_at.toISOString(),
    },
  };
}

/** Gives certificates to another account of their holder. One that was not genuine stays so. */
export async function moveCertificates(
  ctx: Context,
  trx: Db,
  { from, to, ids }: { from: number; to: number; ids: readonly number[] | null },
): Promise<number[]> {
  const ofHolder = trx.selectFrom('study_certificates').selectAll().where('member_id', '=', from).orderBy('id');
  const rows = await (ids === null ? ofHolder : ofHolder.where('id', 'in', [0, ...ids])).forUpdate().execute();
  for (const { id, signature, ...rest } of rows) {
    const signed: Signed = rest;
    const next = isGenuine(ctx, signed, signature) ? sign(ctx, { ...signed, member_id: to }) : signature;
    await trx.updateTable('study_certificates').set({ member_id: to, signature: next }).where('id', '=', id).execute();
  }
  return rows.map(({ id }) => id);
}

const pageSize = 500;

/** Signs genuine certificates with the current key, page by page; a row changed in the table is left as it is. */
export async function resignCertificates(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const done = { changed: 0, unreadable: 0 };
  for (let after = 0; ;) {
    const rows = await ctx.db
      .selectFrom('study_certificates')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, signature, ...rest } of rows) {
      after = id;
      const signed: Signed = rest;
      const next = sign(ctx, signed);
      if (isSameBytes(signature, next)) continue;
      if (!isGenuine(ctx, signed, signature)) {
        done.unreadable += 1;
        continue;
      }
      await ctx.db.updateTable('study_certificates').set({ signature: next }).where('id', '=', id).execute();
      done.changed += 1;
    }
    if (rows.length < pageSize) return done;
  }
}
