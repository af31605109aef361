import type * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import { describeCommands } from './command-list.ts';
import { loadRuns } from './runs.ts';

export const listCommands = async ({
  ctx,
}: AdminCallOf<typeof consoleCommands.listCommands>): Promise<ResponseOf<typeof consoleCommands.listCommands>> => ({
  commands: describeCommands(ctx.config.project_root),
  runs: loadRuns(ctx),
});
