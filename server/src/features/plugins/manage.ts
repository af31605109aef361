import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as plugins from '@kaike/shared/contracts/plugins';
import { pluginState, wordsIn } from '@kaike/shared/domain/plugins/plugin-manifest';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../core/app-error.ts';
import type { AdminCall, AdminCallOf } from '../../core/call.ts';
import { mayDevelop } from '../developments/public.ts';
import { removePlugin, saveSettings, switchPlugin } from './life/change-plugin.ts';
import { inspectPackage, type Inspection } from './life/inspect.ts';
import { findPlugin, installPlugin } from './life/install.ts';
import { logged } from './life/log-change.ts';
import { isJsonObject, parseJson } from './manifest/json.ts';
import { readWords } from './manifest/reader.ts';
import { readLines, readPlugins, type PluginRow } from './plugins.store.ts';
import { presentPlugin } from './present-plugin.ts';
import { describeBoundary } from './run/describe-boundary.ts';

const shownLines = 100;

type Offer = ResponseOf<typeof plugins.listPlugins>['offers'][number];

/** Folders with a manifest in `plugins` beside the program: the examples, and what a developer works on. */
function offersIn({ ctx, locale }: AdminCall, rows: readonly PluginRow[]): Offer[] {
  const folder = join(ctx.config.project_root, 'plugins');
  if (!existsSync(folder)) return [];
  const installed = new Set(rows.filter(({ state }) => state !== pluginState.removed).map(({ id }) => id));
  return readdirSync(folder)
    .map((name) => ({ path: join(folder, name), file: join(folder, name, 'plugin.json') }))
    .filter(({ file }) => existsSync(file))
    .map(({ path, file }) => {
      const manifest = parseJson(readFileSync(file, 'utf8'));
      const { id, name } = isJsonObject(manifest) ? manifest : {};
      const words = readWords(name);
      return {
        path,
        // The preview says what is wrong with a manifest that names nothing.
        name: words ? wordsIn(words, locale) : basename(path),
        is_installed: typeof id === 'string' && installed.has(id),
      };
    });
}

export async function showPlugins(call: AdminCall): Promise<ResponseOf<typeof plugins.listPlugins>> {
  const rows = await readPlugins(call.ctx.db);
  const mayInstall = mayDevelop(call);
  return {
    plugins: rows.map((row) => presentPlugin(call, row)),
    may_install: mayInstall,
    boundary: await describeBoundary(call.ctx.pool),
    offers: mayInstall ? offersIn(call, rows) : [],
  };
}

export async function showLog({
  ctx,
  params,
}: AdminCallOf<typeof plugins.getPluginLog>): Promise<ResponseOf<typeof plugins.getPluginLog>> {
  const { id } = await findPlugin(ctx.db, params.plugin, { removed: true });
  const lines = await readLines(ctx.db, id, shownLines);
  return { lines: lines.map(({ created_at: at, ...line }) => ({ ...line, created_at: at.toISOString() })) };
}

export async function changeSettings(
  call: AdminCallOf<typeof plugins.updatePluginSettings>,
): Promise<ResponseOf<typeof plugins.updatePluginSettings>> {
  const { settings } = call.body;
  assert(isJsonObject(settings), 'request.malformed');
  return {
    plugin: presentPlugin(call, await saveSettings(call.ctx, call.params.plugin, settings, logged(call, 'update'))),
  };
}

export async function changeState(
  call: AdminCallOf<typeof plugins.switchPlugin>,
): Promise<ResponseOf<typeof plugins.switchPlugin>> {
  return {
    plugin: presentPlugin(call, await switchPlugin(call.ctx, call.params.plugin, call.body.on, logged(call, 'update'))),
  };
}

/** The plugin as it would be, with the settings it has. */
const asInstalled = ({ manifest, hash, current }: Inspection, now: Date): PluginRow => ({
  id: manifest.id,
  version: manifest.version,
  manifest,
  hash,
  permissions: [...manifest.permissions],
  settings: current?.settings ?? {},
  secrets: current?.secrets ?? [],
  state: pluginState.on,
  used_bytes: current?.used_bytes ?? 0,
  is_full: current?.is_full ?? false,
  updated_at: now,
});

export async function showPackage(
  call: AdminCallOf<typeof plugins.previewPlugin>,
): Promise<ResponseOf<typeof plugins.previewPlugin>> {
  const inspection = await inspectPackage(call.ctx, call.body.source);
  const { current, hash, manifest } = inspection;
  return {
    plugin: presentPlugin(call, asInstalled(inspection, call.ctx.clock())),
    hash,
    current: current && current.state !== pluginState.removed ? current.version : null,
    added: manifest.permissions.filter((name) => !current?.permissions.includes(name)),
    boundary: await describeBoundary(call.ctx.pool),
  };
}

export async function install(
  call: AdminCallOf<typeof plugins.installPlugin>,
): Promise<ResponseOf<typeof plugins.installPlugin>> {
  const inspection = await inspectPackage(call.ctx, call.body.source);
  assert(inspection.hash === call.body.hash, 'plugin.changed_since');
  return { plugin: presentPlugin(call, await installPlugin(call.ctx, inspection, logged(call, 'create'))) };
}

export async function remove(
  call: AdminCallOf<typeof plugins.deletePlugin>,
): Promise<ResponseOf<typeof plugins.deletePlugin>> {
  await removePlugin(call.ctx, call.params.plugin, call.body.with_data ?? false, logged(call, 'delete'));
  return { removed: true };
}
