import type { PluginEntry, PluginSettingEntry } from '@kaike/shared/contracts/system/plugins';
import {
  pluginSettingKinds,
  pluginState,
  routeKey,
  wordsIn,
  type PluginSetting,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { AdminCall } from '../../../core/call.ts';
import { pageAddress } from './life/plugin-menus.ts';
import { nextRun } from './life/schedule.ts';
import type { PluginRow } from './plugins.store.ts';
import { settingsOf } from './run/answer-plugin.ts';

const megabyte = 1024 ** 2;

const states = {
  [pluginState.on]: 'on',
  [pluginState.off]: 'off',
  [pluginState.faulty]: 'faulty',
  [pluginState.removed]: 'removed',
} as const;

function presentSetting(
  { locale }: AdminCall,
  key: string,
  { label, hint, field, choice_labels: labels = {} }: PluginSetting,
  { value = null, is_set }: { value: unknown; is_set: boolean },
): PluginSettingEntry {
  return {
    key,
    label: wordsIn(label, locale),
    hint: hint && wordsIn(hint, locale),
    kind: pluginSettingKinds.find((kind) => kind === field.kind) ?? 'text',
    rules: typeof field.rules === 'string' ? field.rules : '',
    choices: (field.choices ?? []).map(({ value: one, key: name }) => ({
      value: one,
      key: name,
      label: wordsIn(labels[name] ?? { 'zh-CN': name }, locale),
    })),
    value,
    is_set,
  };
}

/** What a permission allows, in the reader's words: `admin.courses.list` reads the resource of that name. */
function permissionText({ t }: AdminCall, name: string): string {
  const [, resource] = /^admin\.([a-z-]+)\.list$/.exec(name) ?? [];
  return resource
    ? t('plugins.reads', { name: t(`resources.${resource}.name`) })
    : t(`plugins.capabilities.${name.replace('.', '_')}`);
}

/** A plugin as the page of plugins shows it. */
export function presentPlugin(call: AdminCall, row: PluginRow): PluginEntry {
  const { id, version, manifest, state, permissions, updated_at } = row;
  const { locale, ctx } = call;
  const values = settingsOf(row);
  return {
    id,
    version,
    name: wordsIn(manifest.name, locale),
    description: wordsIn(manifest.description, locale),
    author: manifest.author,
    state: states[state],
    updated_at: updated_at.toISOString(),
    permissions: permissions.map((name) => ({ name, text: permissionText(call, name) })),
    hooks: [...manifest.hooks],
    routes: manifest.routes.map(routeKey),
    pages: [...manifest.pages, ...manifest.resources.map((one) => ({ ...one, area: 'admin' as const }))].map(
      (page) => ({
        url: pageAddress(id, page),
        title: wordsIn(page.title, locale),
      }),
    ),
    jobs: manifest.jobs.map((job) => ({ name: job.name, next_at: nextRun(job, ctx.clock()).toISOString() })),
    has_tables: manifest.has_tables || manifest.resources.length > 0,
    used_mb: Math.ceil(row.used_bytes / megabyte),
    is_full: row.is_full,
    settings: Object.entries(manifest.settings).map(([key, one]) =>
      presentSetting(call, key, one, { value: values[key], is_set: row.secrets.includes(key) }),
    ),
  };
}
