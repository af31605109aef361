import {
  adapterKey,
  adaptersOf,
  pluginState,
  routeKey,
  type PluginManifest,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { packFiles } from '../package/load-package.ts';
import { loadPlugin, writeLine, type PluginRow } from '../plugins.store.ts';
import { ensureResourceTables } from '../resources/resource-tables.ts';
import { removeFolders } from '../run/plugin-folder.ts';
import { pluginsOf } from '../run/plugin-host.ts';
import { PluginFailure, PluginFault } from '../run/plugin-process.ts';
import { deleteSchema } from '../run/plugin-schema.ts';
import type { Inspection } from './inspect.ts';
import { writeMenus } from './plugin-menus.ts';
import { scheduleJobs } from './schedule.ts';

/** The name under which a change of a plugin is logged, inside its transaction. */
export type LogPluginChange = (trx: Db, change: { before: PluginRow | null; after: PluginRow }) => Promise<void>;

const numbersOf = (version: string): number[] => version.split('.').map(Number);

/** Whether a version comes before another one. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index >= 0 && (left[index] ?? 0) < (right[index] ?? 0);
}

/** Handlers that the manifest names and the module does not export. */
const missingHandlers = (manifest: PluginManifest, handlers: readonly string[]): string[] => {
  const { routes, hooks, jobs } = manifest;
  const named = [...routes.map(routeKey), ...hooks, ...jobs.map(({ name }) => name)];
  return [...named, ...adaptersOf(manifest).map(adapterKey)].filter((name) => !handlers.includes(name));
};

/** Starts it, brings its tables up to date and compares its handlers with the manifest. */
async function tryOut(ctx: Context, row: PluginRow, { manifest, files, current }: Inspection): Promise<void> {
  try {
    // First, as migrations may fill them.
    await ensureResourceTables(ctx, manifest);
    if (manifest.server === null) return;
    const missing = missingHandlers(manifest, await pluginsOf(ctx).probe(row, files));
    assert(missing.length === 0, 'plugin.package', {
      params: { reason: `${manifest.server} exports no handler for ${missing.join(', ')}` },
    });
  } catch (error) {
    removeFolders(ctx.config.data_dir, manifest.id, current?.hash ?? null);
    if (!current && (manifest.has_tables || manifest.resources.length > 0)) await deleteSchema(ctx, manifest.id);
    if (!(error instanceof PluginFault || error instanceof PluginFailure)) throw error;
    throw new AppError('plugin.package', { params: { reason: error.message }, cause: error });
  }
}

/**
 * Installs a checked package, or updates to it, with everything it asks for: who calls has shown that to the administrator.
 * The version that runs goes on until the new one has started and its tables are up to date.
 */
export async function installPackage(ctx: Context, inspection: Inspection, log?: LogPluginChange): Promise<PluginRow> {
  const { manifest, files, hash, current } = inspection;
  const { id, version, permissions } = manifest;
  assert(!current || current.state === pluginState.removed || current.hash !== hash, 'plugin.same');
  assert(!current || !isOlder(version, current.version), 'plugin.older', {
    params: { version: current?.version ?? '' },
  });
  const now = ctx.clock();
  // What was switched off on purpose stays off.
  const state = current?.state === pluginState.off ? pluginState.off : pluginState.on;
  const row: PluginRow = {
    id,
    version,
    manifest,
    hash,
    permissions: [...permissions],
    settings: current?.settings ?? {},
    secrets: current?.secrets ?? [],
    state,
    used_bytes: current?.used_bytes ?? 0,
    is_full: current?.is_full ?? false,
    updated_at: now,
  };
  await tryOut(ctx, row, inspection);
  await ctx.db.transaction().execute(async (trx) => {
    // Secrets have a table of their own, and the space is measured by a job.
    const { secrets: _names, used_bytes: _bytes, is_full: _isFull, ...columns } = row;
    const values = {
      ...columns,
      manifest: JSON.stringify(manifest),
      settings: JSON.stringify(row.settings),
      archive: packFiles(files),
    };
    await trx
      .insertInto('plugins')
      .values({ ...values, created_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    if (state === pluginState.on) {
      await writeMenus(trx, manifest);
      await scheduleJobs(trx, manifest, now);
    }
    await writeLine(trx, {
      plugin: id,
      level: 'info',
      message: current ? `${current.version} → ${version}` : version,
      now,
    });
    await log?.(trx, { before: current, after: row });
    await ctx.bus.publish(trx, `plugins:${id}`);
  });
  removeFolders(ctx.config.data_dir, id, hash);
  return row;
}

/** The plugin by its id; one whose data alone is still there counts only where it says so. */
export async function findPlugin(db: Db, id: string, options: { removed?: boolean } = {}): Promise<PluginRow> {
  const row = await loadPlugin(db, id);
  if (!row || (row.state === pluginState.removed && !options.removed)) throw new AppError('record.not_found');
  return row;
}
