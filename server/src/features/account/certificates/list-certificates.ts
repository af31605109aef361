import type * as account from '@kaike/shared/contracts/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../core/call.ts';
import { readHolder, readIssued, present } from './certificates.ts';

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
