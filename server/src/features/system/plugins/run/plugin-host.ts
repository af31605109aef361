import { pluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Route } from '../../../../core/route.ts';
import type { JsonValue } from '../manifest/json.ts';
import { unpackFiles, type PackageFiles } from '../package/load-package.ts';
import {
  countFaults,
  markFaulty,
  findArchive,
  loadPlugin,
  loadPlugins,
  writeLine,
  type PluginRow,
} from '../plugins.store.ts';
import { answerPlugin } from './answer-plugin.ts';
import { findAccount } from './boundary.ts';
import type { CallKind } from './messages.ts';
import { makeFolder } from './plugin-folder.ts';
import {
  defaultLimits,
  PluginFailure,
  PluginFault,
  startPlugin,
  type PluginLimits,
  type PluginProcess,
} from './plugin-process.ts';
import { endSessions, ensureSchema } from './plugin-schema.ts';

/** A plugin that is on, as this node knows it. */
export type LoadedPlugin = {
  readonly row: PluginRow;
  readonly files: () => Promise<PackageFiles>;
  /** Filled by `routes/plugin-routes.ts` when first needed. */
  routes: readonly Route[] | null;
};

export type PluginHost = {
  /** The plugin that is on, or null. */
  find: (id: string) => Promise<LoadedPlugin | null>;
  /** Calls a handler; throws `plugin.refused`, `plugin.failed` or `plugin.resting`. */
  call: (id: string, kind: CallKind, handler: { name: string; input: unknown }) => Promise<JsonValue>;
  /** Starts another version beside the one that runs, applies its migrations and names its handlers; it is ended again. */
  probe: (row: PluginRow, files: PackageFiles) => Promise<readonly string[]>;
  /** Ends the processes of this node. */
  close: () => Promise<void>;
};

/**
 * So many starts that failed within so many milliseconds switch a plugin off. What happens in calls never does: whoever finds a slow
 * route could switch it off for everybody.
 */
const maxFaults = 5;
const faultWindowMs = 600_000;
/** The pause after its process was ended, doubled by each that follows, up to the longest. */
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

type Rest = { until: number; faults: number };

type Launch = {
  row: PluginRow;
  files: PackageFiles;
  /** Before it is installed: it need not be on. */
  is_probe: boolean;
};

/** Loads a plugin's module in a process of its own; with tables, these are up to date before the first call. */
async function launch(ctx: Context, limits: PluginLimits, { row, files, is_probe }: Launch): Promise<PluginProcess> {
  const { id, hash, manifest } = row;
  const folder = await makeFolder(ctx.config.data_dir, { id, hash, files });
  const database = manifest.has_tables ? await ensureSchema(ctx, id) : null;
  const running = await startPlugin({
    project_root: ctx.config.project_root,
    folder,
    server: manifest.server,
    database,
    may_connect: row.permissions.includes('network.connect'),
    account: findAccount(ctx.config.data_dir, id),
    limits,
    onAsk: async (method, input) => {
      const current = await loadPlugin(ctx.db, id);
      // A call that began before it was switched off or removed gets nothing more.
      if (!is_probe && current?.state !== pluginState.on) throw new Error(`${id} is not on`);
      return answerPlugin({ ctx, plugin: current ?? row }, method, input);
    },
  });
  if (database) {
    void running.ended.then(() => endSessions(ctx, database)).catch(() => undefined); // the database may be closing, too
    await running.call('migrate', '', null).catch(async (error: unknown) => {
      await running.stop();
      throw error;
    });
  }
  return running;
}

class NodePlugins implements PluginHost {
  private readonly ctx: Context;
  private readonly limits: PluginLimits;
  private loaded: Promise<Map<string, LoadedPlugin>> | null = null;
  private readonly processes = new Map<string, { hash: string; process: Promise<PluginProcess> }>();
  private readonly rests = new Map<string, Rest>();
  private readonly noted = new WeakSet<PluginFault>();

  constructor(ctx: Context, limits: PluginLimits) {
    this.ctx = ctx;
    this.limits = limits;
    ctx.bus.subscribe('plugins', (id) => this.forget(id));
  }

  /** What was installed, switched or removed, here or on another node; a running process finishes its calls. */
  private forget(id: string | null): void {
    this.loaded = null;
    for (const [name, { process }] of this.processes) {
      if (id !== null && name !== id) continue;
      this.processes.delete(name);
      this.rests.delete(name);
      void process.then((running) => running.retire()).catch(() => undefined); // it never started
    }
  }

  private async load(): Promise<Map<string, LoadedPlugin>> {
    const rows = await loadPlugins(this.ctx.db);
    return new Map(
      rows
        .filter(({ state }) => state === pluginState.on)
        .map((row) => {
          let files: Promise<PackageFiles> | null = null;
          const read = async (): Promise<PackageFiles> =>
            unpackFiles((await findArchive(this.ctx.db, row.id)) ?? Buffer.alloc(0));
          return [row.id, { row, routes: null, files: () => (files ??= read()) }];
        }),
    );
  }

  find = async (id: string): Promise<LoadedPlugin | null> => {
    const loading = (this.loaded ??= this.load());
    try {
      return (await loading).get(id) ?? null;
    } catch (error) {
      if (this.loaded === loading) this.loaded = null;
      throw error;
    }
  };

  private processOf({ row, files }: LoadedPlugin): Promise<PluginProcess> {
    const current = this.processes.get(row.id);
    if (current?.hash === row.hash) return current.process;
    const process = files().then((ready) => launch(this.ctx, this.limits, { row, files: ready, is_probe: false }));
    this.processes.set(row.id, { hash: row.hash, process });
    process.then(
      (running) =>
        running.ended.then(() => {
          if (this.processes.get(row.id)?.process === process) this.processes.delete(row.id);
        }),
      () => {
        if (this.processes.get(row.id)?.process === process) this.processes.delete(row.id);
      },
    );
    return process;
  }

  private checkRest(id: string): void {
    const left = (this.rests.get(id)?.until ?? 0) - this.ctx.clock().getTime();
    if (left > 0) throw new AppError('plugin.resting', { retry_after: Math.ceil(left / 1000) });
  }

  /** A fault makes the plugin rest, longer each time; too many at its start switch it off. */
  private async noteFault(id: string, fault: PluginFault, { isStarted }: { isStarted: boolean }): Promise<void> {
    if (this.noted.has(fault)) return;
    this.noted.add(fault);
    const { db, clock, log } = this.ctx;
    const now = clock();
    const faults = (this.rests.get(id)?.faults ?? 0) + 1;
    this.rests.set(id, { faults, until: now.getTime() + Math.min(longestPauseMs, firstPauseMs * 2 ** (faults - 1)) });
    log.error({ plugin: id, reason: fault.message }, 'the process of a plugin was ended');
    await writeLine(db, { plugin: id, level: isStarted ? 'ended' : 'fault', message: fault.message, now });
    if (isStarted || (await countFaults(db, id, new Date(now.getTime() - faultWindowMs))) < maxFaults) return;
    await db.transaction().execute(async (trx) => {
      await markFaulty(trx, id, now);
      await this.ctx.bus.publish(trx, `plugins:${id}`);
    });
  }

  private async explain(id: string, name: string, error: unknown, isStarted: boolean): Promise<unknown> {
    if (error instanceof PluginFault) {
      await this.noteFault(id, error, { isStarted });
      return new AppError('plugin.failed', { cause: error });
    }
    if (!(error instanceof PluginFailure)) return error;
    await writeLine(this.ctx.db, {
      plugin: id,
      level: 'error',
      message: `${name}: ${error.message}`,
      now: this.ctx.clock(),
    });
    return new AppError(error.isFull ? 'plugin.full' : 'plugin.failed', { cause: error });
  }

  call: PluginHost['call'] = async (id, kind, { name, input }) => {
    const plugin = await this.find(id);
    if (!plugin) throw new AppError('request.not_found');
    this.checkRest(id);
    const process = this.processOf(plugin);
    let isStarted = false;
    try {
      const running = await process;
      isStarted = true;
      const value = await running.call(kind, name, input);
      const rest = this.rests.get(id);
      if (rest && rest.until + faultWindowMs < this.ctx.clock().getTime()) this.rests.delete(id);
      return value;
    } catch (error) {
      // What a plugin refuses on purpose is no failure; its caller words it.
      if (error instanceof PluginFailure && (error.refusal ?? error.code)) throw error;
      // It may take a while to be gone; the next call must not meet it.
      if (error instanceof PluginFault && this.processes.get(id)?.process === process) this.processes.delete(id);
      throw await this.explain(id, name, error, isStarted);
    }
  };

  probe: PluginHost['probe'] = async (row, files) => {
    const running = await launch(this.ctx, this.limits, { row, files, is_probe: true });
    await running.stop();
    return running.handlers;
  };

  close = async (): Promise<void> => {
    const running = [...this.processes.values()];
    this.processes.clear();
    await Promise.allSettled(running.map(async ({ process }) => (await process).stop()));
  };
}

const hosts = new WeakMap<Context, PluginHost>();

/** The plugins of this node; nothing is read or started before the first one is needed. */
export function pluginsOf(ctx: Context, limits: PluginLimits = defaultLimits): PluginHost {
  const current = hosts.get(ctx) ?? new NodePlugins(ctx, limits);
  hosts.set(ctx, current);
  return current;
}
