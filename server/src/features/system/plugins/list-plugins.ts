import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, basename } from 'node:path';
import type * as plugins from '@kaike/shared/contracts/system/plugins';
import { pluginState, wordsIn } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCall } from '../../../core/call.ts';
import { mayDevelop } from '../developer-area/public.ts';
import { parseJson, isJsonObject } from './manifest/json.ts';
import { parseWords } from './manifest/reader.ts';
import { type PluginRow, loadPlugins } from './plugins.store.ts';
import { presentPlugin } from './present-plugin.ts';
import { describeBoundary } from './run/describe-boundary.ts';

type PluginOffer = ResponseOf<typeof plugins.listPlugins>['offers'][number];

/** Folders with a manifest in `plugins` beside the program: the examples, and what a developer works on. */
function offersIn({ ctx, locale }: AdminCall, rows: readonly PluginRow[]): PluginOffer[] {
  const folder = join(ctx.config.project_root, 'plugins');
  if (!existsSync(folder)) return [];
  const installed = new Set(rows.filter(({ state }) => state !== pluginState.removed).map(({ id }) => id));
  return readdirSync(folder)
    .map((name) => ({ path: join(folder, name), file: join(folder, name, 'plugin.json') }))
    .filter(({ file }) => existsSync(file))
    .map(({ path, file }) => {
      const manifest = parseJson(readFileSync(file, 'utf8'));
      const { id, name } = isJsonObject(manifest) ? manifest : {};
      const words = parseWords(name);
      return {
        path,
        // The preview says what is wrong with a manifest that names nothing.
        name: words ? wordsIn(words, locale) : basename(path),
        is_installed: typeof id === 'string' && installed.has(id),
      };
    });
}

export async function listPlugins(call: AdminCall): Promise<ResponseOf<typeof plugins.listPlugins>> {
  const rows = await loadPlugins(call.ctx.db);
  const mayInstall = mayDevelop(call);
  return {
    plugins: rows.map((row) => presentPlugin(call, row)),
    may_install: mayInstall,
    boundary: await describeBoundary(call.ctx.pool),
    offers: mayInstall ? offersIn(call, rows) : [],
  };
}
