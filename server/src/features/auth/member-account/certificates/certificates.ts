import { randomInt } from 'node:crypto';
import type { CertifiedCourse } from '@kaike/shared/contracts/auth/account';
import type * as account from '@kaike/shared/contracts/auth/account';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import type { StudiedCourse } from '../../../../db/types/stored-json.ts';
import { assert } from '../../../../core/app-error.ts';
import { isSameBytes } from '../../../../core/secrets.ts';
import { findFinished } from './course-finish.read.ts';

/** Without characters that look alike on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 12;
const maxListed = 100;
const purpose = 'study-certificate';

/** Of one finished course: it, the first and the last day, and who teaches it; of everything studied: none of it. */
export type CertificateScope = {
  course_id: number | null;
  started_on: string | null;
  finished_on: string | null;
  teacher: string;
};
export type SignedCertificate = CertificateScope & {
  code: string;
  member_id: number;
  masked_name: string;
  study_sec: number;
  lesson_count: number;
  courses: StudiedCourse[];
  issued_at: Date;
};

export const makeCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Signed text: every figure the check page shows, in a fixed order. A row changed in the table is no longer genuine. */
function textOf(row: SignedCertificate): string {
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

const sign = ({ secrets }: Context, row: SignedCertificate): Buffer => secrets.hmac(purpose, textOf(row));
/** Whether the certificate is as it was issued. */
export const isGenuine = ({ secrets }: Context, row: SignedCertificate, signature: Buffer): boolean =>
  secrets.hmacs(purpose, textOf(row)).some((good) => isSameBytes(signature, good));

export const storeCertificate = (ctx: Context, trx: Db, row: SignedCertificate): Promise<unknown> =>
  trx
    .insertInto('study_certificates')
    .values({ ...row, courses: JSON.stringify(row.courses), signature: sign(ctx, row) })
    .execute();

type Holder = { member_no: string | null; name: string };

export async function loadHolder(db: Db, memberId: number): Promise<Holder & { total_study_sec: number }> {
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
export const presentCourse = ({
  course_id: id,
  started_on: from,
  finished_on: to,
  teacher,
}: CertificateScope): CertifiedCourse =>
  id === null || from === null || to === null ? null : { id, started_on: from, finished_on: to, teacher };

/** A certificate as its holder sees it; after a change of name it still shows the signed one. */
export function present(
  { masked_name: masked, ...row }: SignedCertificate,
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

/** The genuine certificates of a member, newest first. */
export async function loadIssued(ctx: Context, db: Db, memberId: number): Promise<SignedCertificate[]> {
  const rows = await db
    .selectFrom('study_certificates')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.flatMap(({ id: _id, signature, ...rest }) => {
    const signed: SignedCertificate = rest;
    return isGenuine(ctx, signed, signature) ? [signed] : [];
  });
}

/** The certificate of a course that the member has finished; issued when it is asked for the first time. */
export async function certifyCourse(
  ctx: Context,
  trx: Db,
  { member_id, course_id }: { member_id: number; course_id: number },
): Promise<ResponseOf<typeof account.createCertificate>['certificate']> {
  const holder = await loadHolder(trx, member_id);
  const issued = (await loadIssued(ctx, trx, member_id)).find(({ course_id: id }) => id === course_id);
  if (issued) return present(issued, holder);
  const done = await findFinished(trx, { member_id, course_id });
  assert(done, 'course.not_finished');
  const { title, lesson_count: lessons, study_sec: sec, started_on, finished_on, teacher } = done;
  const row: SignedCertificate = {
    code: makeCode(),
    member_id,
    masked_name: maskValue('name', holder.name),
    study_sec: sec,
    lesson_count: lessons,
    courses: [{ title, lessons_done: lessons, study_sec: sec }],
    issued_at: ctx.clock(),
    course_id,
    started_on,
    finished_on,
    teacher,
  };
  await storeCertificate(ctx, trx, row);
  return present(row, holder);
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
    const signed: SignedCertificate = rest;
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
      const signed: SignedCertificate = rest;
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
