import type * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import { argumentsOf } from './command-list.ts';
import { startRun } from './runs.ts';

export const runCommand = async ({
  ctx,
  body,
}: AdminCallOf<typeof consoleCommands.runCommand>): Promise<ResponseOf<typeof consoleCommands.runCommand>> => {
  const { parameters } = body;
  const raw = typeof parameters === 'object' && parameters !== null ? { ...parameters } : {};
  return startRun(ctx, argumentsOf(ctx.config.project_root, body.command, raw));
};
