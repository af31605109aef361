import type * as health from '@kaike/shared/contracts/system/health';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import { loadFindings } from './health.ts';

export const checkHealth = async ({
  ctx,
}: AdminCallOf<typeof health.checkHealth>): Promise<ResponseOf<typeof health.checkHealth>> => ({
  findings: await loadFindings(ctx),
});
