import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../core/call.ts';
import { loadHolder, loadIssued, present } from './certificates.ts';

export async function listCertificates({
  ctx,
  actor,
}: MemberCall): Promise<ResponseOf<typeof account.listCertificates>> {
  const [holder, issued] = await Promise.all([
    loadHolder(ctx.db, actor.member.id),
    loadIssued(ctx, ctx.db, actor.member.id),
  ]);
  return { certificates: issued.map((row) => present(row, holder)) };
}
