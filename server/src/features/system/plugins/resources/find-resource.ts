import { wordsIn } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Context } from '../../../../core/context.ts';
import type { Label, Resource } from '../../../../kit/behaviour.ts';
import type { BroughtResource } from '../../../../kit/registry.ts';
import { loadPlugins } from '../plugins.store.ts';
import { pluginsOf, type LoadedPlugin } from '../run/plugin-host.ts';
import { defineResourceOf, resourceNameOf, wordsOfResource } from './define-resource.ts';

const cachedResources = new WeakMap<LoadedPlugin, readonly Resource[]>();

/** The resources of a plugin that is on, as the engine takes them. */
export function resourcesOf({ resources }: Context, plugin: LoadedPlugin): readonly Resource[] {
  const { id, manifest } = plugin.row;
  const all =
    cachedResources.get(plugin) ??
    manifest.resources.map((one): Resource => ({
      definition: defineResourceOf(id, one),
      behaviour: {},
      related: resources.get,
      words: (locale) => wordsOfResource(id, one, locale),
    }));
  cachedResources.set(plugin, all);
  return all;
}

/** The resource of that name, if a plugin that is on has one. */
export async function findPluginResource(ctx: Context, name: string): Promise<Resource | null> {
  const [, id, own] = /^plugins\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
  const plugin = id === undefined ? null : await pluginsOf(ctx).find(id);
  if (!plugin || own === undefined) return null;
  const full = resourceNameOf(plugin.row.id, { name: own });
  return resourcesOf(ctx, plugin).find(({ definition }) => definition.name === full) ?? null;
}

/** The resources of every plugin that is on. */
export async function listPluginResources(ctx: Context, locale: Locale): Promise<BroughtResource[]> {
  const rows = await loadPlugins(ctx.db);
  const plugins = await Promise.all(rows.map(({ id }) => pluginsOf(ctx).find(id)));
  return plugins.flatMap((plugin) =>
    plugin
      ? resourcesOf(ctx, plugin).map((resource) => ({ resource, by: wordsIn(plugin.row.manifest.name, locale) }))
      : [],
  );
}

/** The names of all their resources, also of plugins that are off or removed: the log tells of those, too. */
export async function labelPluginResources({ db }: Context, locale: Locale): Promise<Label[]> {
  const rows = await loadPlugins(db);
  return rows.flatMap(({ id, manifest }) =>
    manifest.resources.map((one) => ({ value: resourceNameOf(id, one), label: wordsIn(one.title, locale) })),
  );
}
