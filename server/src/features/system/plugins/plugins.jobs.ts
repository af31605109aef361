import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { AppError } from '../../../core/app-error.ts';
import type { AnyJob, Job } from '../../../core/job.ts';
import type { Context } from '../../../core/context.ts';
import { scheduleJob } from './life/schedule.ts';
import { limitPlugins } from './run/limit-plugins.ts';
import { pluginsOf } from './run/plugin-host.ts';
import { PluginFailure } from './run/plugin-process.ts';
import type { CallKind } from './run/messages.ts';

/** A refusal in the background reaches nobody, so it counts as a failure of the job; a plugin that has gone has nothing to do. */
async function run(
  ctx: Context,
  plugin: string,
  kind: CallKind,
  handler: { name: string; input: unknown },
): Promise<void> {
  try {
    await pluginsOf(ctx).call(plugin, kind, handler);
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.not_found') return;
    if (error instanceof PluginFailure) throw new AppError('plugin.failed', { cause: error });
    throw error;
  }
}

const momentOf = (ctx: Context) => ({ now: ctx.clock().toISOString(), today: dayOf(ctx.clock()) });

const pluginHook: Job<'plugin-hook'> = {
  name: 'plugin-hook',
  lane: 'plugins',
  run: (ctx, { plugin, event, data }) =>
    run(ctx, plugin, 'hook', { name: event, input: { event, data, ...momentOf(ctx) } }),
};

const pluginJob: Job<'plugin-job'> = {
  name: 'plugin-job',
  lane: 'plugins',
  run: async (ctx, { plugin: id, job: name }) => {
    const plugin = await pluginsOf(ctx).find(id);
    const job = plugin?.row.manifest.jobs.find((one) => one.name === name);
    if (!job) return;
    // First, so that a run that fails for good is not the last one.
    await scheduleJob(ctx.db, id, job, ctx.clock());
    await run(ctx, id, 'job', { name, input: momentOf(ctx) });
  },
};

const limitPluginsJob: Job = { name: 'limit-plugins', cron: '* * * * *', run: (ctx) => limitPlugins(ctx) };

export const pluginJobs: readonly AnyJob[] = [pluginHook, pluginJob, limitPluginsJob];
