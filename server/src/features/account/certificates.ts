import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { checkCertificate as checkContract, createCertificate as createContract } from '@kaike/shared/contracts/account';
import { maskValue } from '@kaike/shared/domain/mask';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import { once } from '../../http/once.ts';
import type { Call, MemberCall } from '../../http/route.ts';
import { isSameBytes } from '../../http/secrets.ts';

/** Without characters that are taken for each other on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 12;
const mostCourses = 50;

type Studied = { title: string; lessons_done: number; study_sec: number };
type Signed = { code: string; member_id: number; masked_name: string; study_sec: number; lesson_count: number; courses: Studied[]; issued_at: Date };

const makeCode = (): string => Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Over every figure the check page shows, in a fixed order: a row that was changed in the table is no longer genuine. */
function sign({ secrets }: Context, row: Signed): Buffer {
  const courses = row.courses.map(({ title, lessons_done: done, study_sec: sec }) => [title, done, sec]);
  return secrets.hmac('study-certificate', JSON.stringify([row.code, row.member_id, row.masked_name, row.study_sec, row.lesson_count, courses, row.issued_at.toISOString()]));
}

async function readStudied(db: Db, memberId: number): Promise<Studied[]> {
  const { rows } = await sql<Studied>`select c.title, count(r.completed_at)::int as lessons_done, sum(r.study_sec)::int as study_sec
    from learning_records r join courses c on c.id = r.course_id where r.member_id = ${memberId}
    group by c.id order by sum(r.study_sec) desc, c.id limit ${mostCourses}`.execute(db);
  return rows;
}

/** Fixes what was studied up to now and signs it. */
export async function createCertificate(call: MemberCall): Promise<AnswerOf<typeof createContract>> {
  const { ctx, actor } = call;
  return once(call, 'study-certificate', async (trx) => {
    const member = await trx.selectFrom('members as m').innerJoin('users as u', 'u.id', 'm.user_id').select(['m.member_no', 'm.real_name', 'm.total_study_sec', 'u.name'])
      .where('m.id', '=', actor.member.id).executeTakeFirstOrThrow();
    const done = await sql<{ count: number }>`select count(completed_at)::int as count from learning_records where member_id = ${actor.member.id}`.execute(trx);
    const name = member.real_name || member.name;
    const row: Signed = {
      code: makeCode(), member_id: actor.member.id, masked_name: maskValue('name', name), study_sec: member.total_study_sec, lesson_count: done.rows[0]?.count ?? 0,
      courses: await readStudied(trx, actor.member.id), issued_at: ctx.clock(),
    };
    await trx.insertInto('study_certificates').values({ ...row, courses: JSON.stringify(row.courses), signature: sign(ctx, row) }).execute();
    const { member_id: _id, masked_name: _masked, ...shown } = row;
    return { certificate: { ...shown, name, member_no: member.member_no, issued_at: row.issued_at.toISOString() } };
  });
}

/** Whether the school issued the certificate, and what it says. */
export async function checkCertificate(call: Call): Promise<AnswerOf<typeof checkContract>> {
  const { ctx } = call;
  const school = await ctx.settings.get('school_name');
  const code = (call.params['code'] ?? '').toUpperCase();
  const row = await ctx.db.selectFrom('study_certificates').selectAll().where('code', '=', code).executeTakeFirst();
  if (!row) return { school, certificate: null };
  const { id: _id, signature, ...rest } = row;
  const signed: Signed = { ...rest, courses: rest.courses as Studied[] };
  if (!isSameBytes(signature, sign(ctx, signed))) return { school, certificate: null };
  const { member_id: _member, ...shown } = signed;
  return { school, certificate: { ...shown, issued_at: shown.issued_at.toISOString() } };
}
