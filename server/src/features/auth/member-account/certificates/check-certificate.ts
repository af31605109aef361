import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../core/call.ts';
import { type SignedCertificate, isGenuine, presentCourse } from './certificates.ts';

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
  const signed: SignedCertificate = rest;
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
