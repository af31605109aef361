import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { inspectPackage } from '../../src/features/system/plugins/life/inspect.ts';
import { installPackage } from '../../src/features/system/plugins/life/install-package.ts';
import { uninstallPlugin } from '../../src/features/system/plugins/life/change-plugin.ts';
import { loadPlugin, type PluginRow } from '../../src/features/system/plugins/plugins.store.ts';
import { pluginsOf } from '../../src/features/system/plugins/run/plugin-host.ts';
import { defaultLimits, type PluginLimits } from '../../src/features/system/plugins/run/plugin-process.ts';
import { findProjectRoot } from '../../src/project-root.ts';
import { startTestApp, type TestApp, type TestOptions } from '../app.ts';

export const examples = join(findProjectRoot(), 'plugins');

export type Files = Record<string, string>;

export type PluginTest = {
  app: TestApp;
  /** For what the tests write; removed at the end. */
  folder: string;
  limits: PluginLimits;
  /** Limits of the next routes; a route has the timeout of the project's tests otherwise, on a machine however busy. */
  routeLimits: number[];
  /** Writes a package and returns its folder. */
  pack: (id: string, manifest: object, files?: Files) => string;
  install: (source: string) => Promise<PluginRow>;
  linesOf: (id: string, level: string) => Promise<string[]>;
  stateOf: (id: string) => Promise<number | undefined>;
  /** Removes a plugin with its data, if there is anything of it. */
  clear: (id: string) => Promise<void>;
  /** Removes these plugins with their data, and ends the app. */
  close: (ids: readonly string[]) => Promise<void>;
};

/** A route of the open area, which answers a text. */
export const openRoute = (path: string, more: object = {}) => ({
  area: 'open',
  method: 'GET',
  path,
  answer: { text: 'text' },
  ...more,
});

/** What a plugin may take on a machine however busy. */
export const timeoutMs = 300_000;

/** Starts an app whose plugins may take their time. */
export async function startPluginTest(config: TestOptions['config'] = {}): Promise<PluginTest> {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-plugins-'));
  const app = await startTestApp({ config: { data_dir: join(folder, 'data'), ...config } });
  const routeLimits: number[] = [];
  const limits: PluginLimits = {
    ...defaultLimits,
    start_ms: timeoutMs,
    call_ms: {
      ...defaultLimits.call_ms,
      get route() {
        return routeLimits.shift() ?? timeoutMs;
      },
    },
    heap_mb: 32,
  };
  const clear = async (id: string): Promise<void> => {
    if (await loadPlugin(app.ctx.db, id)) await uninstallPlugin(app.ctx, id, true);
  };
  // Before anything uses the plugins of this node.
  pluginsOf(app.ctx, limits);
  return {
    app,
    folder,
    limits,
    routeLimits,
    pack: (id, manifest, files = {}) => {
      const source = mkdtempSync(join(folder, `${id}-`));
      const words = { 'zh-CN': id };
      const all: Files = {
        'plugin.json': JSON.stringify({
          id,
          version: '1.0.0',
          kaike: '^1',
          name: words,
          description: words,
          ...manifest,
        }),
        ...files,
      };
      for (const [path, content] of Object.entries(all)) {
        mkdirSync(dirname(join(source, path)), { recursive: true });
        writeFileSync(join(source, path), content);
      }
      return source;
    },
    install: async (source) => installPackage(app.ctx, await inspectPackage(app.ctx, source)),
    linesOf: async (id, level) => {
      const { rows } = await sql<{
        message: string;
      }>`select message from plugin_logs where plugin_id = ${id} and level = ${level} order by id`.execute(app.ctx.db);
      return rows.map(({ message }) => message);
    },
    stateOf: async (id) =>
      (await app.ctx.db.selectFrom('plugins').select('state').where('id', '=', id).executeTakeFirst())?.state,
    clear,
    close: async (ids) => {
      for (const id of ids) await clear(id);
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
}
