import type * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import { findRun, findOutput } from './runs.ts';

export const getRunOutput = async ({
  ctx,
  params,
  query,
}: AdminCallOf<typeof consoleCommands.getRunOutput>): Promise<ResponseOf<typeof consoleCommands.getRunOutput>> => {
  // The state first: what a run printed last is there once it has ended.
  const run = findRun(ctx, params.id);
  return { run, ...findOutput(ctx, params.id, query.from ?? 0) };
};
