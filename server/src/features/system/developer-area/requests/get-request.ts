import type * as recentRequests from '@kaike/shared/contracts/office/recent-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import type { RecentStatement } from '../../../../db/recent-requests.ts';
import { isExplainable } from './explain.ts';
import { tenthOfMs, find } from './requests.read.ts';

/** Without the indentation of the source around it. */
const unindent = (text: string): string => text.trim().replaceAll(/\n\s+/g, '\n  ');

const describeStatement = ({ text, count, ms, slowest_ms: slowest, rows, failures }: RecentStatement) => ({
  text: unindent(text),
  count,
  ms: tenthOfMs(ms),
  slowest_ms: tenthOfMs(slowest),
  rows,
  failures,
  is_explainable: isExplainable(text),
});

export async function getRequest({
  ctx,
  params,
}: AdminCallOf<typeof recentRequests.getRequest>): Promise<ResponseOf<typeof recentRequests.getRequest>> {
  const { statements, uncounted } = find(ctx, params.id);
  return { statements: statements.map(describeStatement), uncounted };
}
