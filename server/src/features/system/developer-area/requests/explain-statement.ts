import type * as recentRequests from '@kaike/shared/contracts/office/recent-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { isExplainable, explain } from './explain.ts';
import { find } from './requests.read.ts';

export async function explainStatement({
  ctx,
  params,
  query,
}: AdminCallOf<typeof recentRequests.explainStatement>): Promise<ResponseOf<typeof recentRequests.explainStatement>> {
  const statement = find(ctx, params.id).statements[query.statement];
  assert(statement && isExplainable(statement.text), 'request.not_found');
  return { plan: await explain(ctx.pool, statement.text) };
}
