import type * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import { stopRun } from './runs.ts';

export const cancelRun = async ({
  ctx,
  params,
}: AdminCallOf<typeof consoleCommands.cancelRun>): Promise<ResponseOf<typeof consoleCommands.cancelRun>> =>
  stopRun(ctx, params.id);
