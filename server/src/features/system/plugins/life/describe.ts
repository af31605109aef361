import { pluginState, routeKey } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { Context } from '../../../../core/context.ts';
import { loadLines, loadPlugins } from '../plugins.store.ts';
import type { Inspection } from './inspect.ts';
import { pageAddress } from './plugin-menus.ts';

const list = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${title}:`, ...names.map((name) => `  ${name}`)];

/** What a package brings and asks for, for the console. */
export function describePackage({ manifest, current }: Inspection): string[] {
  const { id, version, name, permissions, routes, pages, resources, hooks, jobs, has_tables } = manifest;
  const isNew = !current || current.state === pluginState.removed;
  return [
    isNew ? `${id} ${version} (${name['zh-CN']})` : `${id} ${current.version} → ${version} (${name['zh-CN']})`,
    ...list(
      'It asks for',
      permissions.map((one) => (isNew || current.permissions.includes(one) ? one : `${one} (new)`)),
    ),
    ...list('Routes', routes.map(routeKey)),
    ...list(
      'Pages',
      pages.map((page) => pageAddress(id, page)),
    ),
    ...list(
      'Resources',
      resources.map((one) => pageAddress(id, { area: 'admin', name: one.name })),
    ),
    ...list('Events', hooks),
    ...list(
      'Jobs',
      jobs.map((job) => job.name),
    ),
    ...(has_tables || resources.length > 0 ? ['It has tables of its own.'] : []),
  ];
}

const stateNames = {
  [pluginState.on]: 'on',
  [pluginState.off]: 'off',
  [pluginState.faulty]: 'off after faults',
  [pluginState.removed]: 'removed, data kept',
} as const;

/** One line for each plugin, with the last thing that went wrong. */
export async function listPluginLines({ db }: Context): Promise<string[]> {
  const rows = await loadPlugins(db);
  return Promise.all(
    rows.map(async ({ id, version, state }) => {
      const fault = (await loadLines(db, id, 50)).find(({ level }) => level !== 'info');
      return `${id} ${version}: ${stateNames[state]}${fault ? `; ${fault.created_at.toISOString()} ${fault.message.split('\n')[0] ?? ''}` : ''}`;
    }),
  );
}
