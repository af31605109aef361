import type * as recentRequests from '@kaike/shared/contracts/recent-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import type { Context } from '../../../core/context.ts';
import type { RecentRequest, RecentStatement } from '../../../db/recent-requests.ts';
import { explain, isExplainable } from './explain.ts';

const round = (ms: number): number => Math.round(ms * 10) / 10;

const describe = ({ id, started_at: at, method, route, status, ms, statements, uncounted }: RecentRequest) => ({
  id,
  started_at: at.toISOString(),
  method,
  route,
  status,
  ms: round(ms),
  runs: statements.reduce((sum, { count }) => sum + count, uncounted),
  database_ms: round(statements.reduce((sum, one) => sum + one.ms, 0)),
});

/** Without the indentation of the source around it. */
const unindent = (text: string): string => text.trim().replaceAll(/\n\s+/g, '\n  ');

const describeStatement = ({ text, count, ms, slowest_ms: slowest, rows, failures }: RecentStatement) => ({
  text: unindent(text),
  count,
  ms: round(ms),
  slowest_ms: round(slowest),
  rows,
  failures,
  is_explainable: isExplainable(text),
});

function find({ recent_requests: recent }: Context, id: number): RecentRequest {
  const request = recent?.list().find((one) => one.id === id);
  if (!request) throw new AppError('request.not_found');
  return request;
}

export const showRequests = async ({
  ctx,
}: AdminCallOf<typeof recentRequests.listRequests>): Promise<ResponseOf<typeof recentRequests.listRequests>> => ({
  requests: (ctx.recent_requests?.list() ?? []).map(describe),
});

export async function showRequest({
  ctx,
  params,
}: AdminCallOf<typeof recentRequests.getRequest>): Promise<ResponseOf<typeof recentRequests.getRequest>> {
  const { statements, uncounted } = find(ctx, params.id);
  return { statements: statements.map(describeStatement), uncounted };
}

export async function showPlan({
  ctx,
  params,
  query,
}: AdminCallOf<typeof recentRequests.explainStatement>): Promise<ResponseOf<typeof recentRequests.explainStatement>> {
  const statement = find(ctx, params.id).statements[query.statement];
  assert(statement && isExplainable(statement.text), 'request.not_found');
  return { plan: await explain(ctx.pool, statement.text) };
}
