import type * as consoleCommands from '@kaike/shared/contracts/console-commands';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { argumentsOf, describeCommands } from './command-list.ts';
import { findRun, readRuns, readText, startRun, stopRun } from './runs.ts';

export const showCommands = async ({
  ctx,
}: AdminCallOf<typeof consoleCommands.listCommands>): Promise<ResponseOf<typeof consoleCommands.listCommands>> => ({
  commands: describeCommands(ctx.config.project_root),
  runs: readRuns(ctx),
});

export const startCommand = async ({
  ctx,
  body,
}: AdminCallOf<typeof consoleCommands.runCommand>): Promise<ResponseOf<typeof consoleCommands.runCommand>> => {
  const { parameters } = body;
  const raw = typeof parameters === 'object' && parameters !== null ? { ...parameters } : {};
  return startRun(ctx, argumentsOf(ctx.config.project_root, body.command, raw));
};

export const showOutput = async ({
  ctx,
  params,
  query,
}: AdminCallOf<typeof consoleCommands.getRunOutput>): Promise<ResponseOf<typeof consoleCommands.getRunOutput>> => {
  // The state first: what a run printed last is there once it has ended.
  const run = findRun(ctx, params.id);
  return { run, ...readText(ctx, params.id, query.from ?? 0) };
};

export const cancelCommand = async ({
  ctx,
  params,
}: AdminCallOf<typeof consoleCommands.cancelRun>): Promise<ResponseOf<typeof consoleCommands.cancelRun>> =>
  stopRun(ctx, params.id);
