import { sql } from 'kysely';
import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { certifyCourse } from './certificates.ts';

/** Issues the certificate of a course. Two requests at once wait for each other, so that there is one. */
export async function createCourseCertificate(
  call: MemberCallOf<typeof account.createCourseCertificate>,
): Promise<ResponseOf<typeof account.createCourseCertificate>> {
  const { ctx, actor, params } = call;
  const memberId = actor.member.id;
  return withIdempotency(call, 'course-certificate', async (trx) => {
    await sql`select id from members where id = ${memberId} for update`.execute(trx);
    return { certificate: await certifyCourse(ctx, trx, { member_id: memberId, course_id: params.id }) };
  });
}
