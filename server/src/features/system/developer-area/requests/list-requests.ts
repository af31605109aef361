import type * as recentRequests from '@kaike/shared/contracts/office/recent-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import type { RecentRequest } from '../../../../db/recent-requests.ts';
import { tenthOfMs } from './requests.read.ts';

const describe = ({ id, started_at: at, method, route, status, ms, statements, uncounted }: RecentRequest) => ({
  id,
  started_at: at.toISOString(),
  method,
  route,
  status,
  ms: tenthOfMs(ms),
  runs: statements.reduce((sum, { count }) => sum + count, uncounted),
  database_ms: tenthOfMs(statements.reduce((sum, one) => sum + one.ms, 0)),
});

export const listRequests = async ({
  ctx,
}: AdminCallOf<typeof recentRequests.listRequests>): Promise<ResponseOf<typeof recentRequests.listRequests>> => ({
  requests: (ctx.recent_requests?.list() ?? []).map(describe),
});
