import { setTimeout as wait } from 'node:timers/promises';
import {
  adapterKey,
  adapterPermission,
  adaptersOf,
  pluginState,
  wordsIn,
  type AdapterService,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { Locale } from '@kaike/shared/locales/languages';
import type { PluginCall } from '../../../../adapters/plugin-adapters.ts';
import { AdapterError, type AdapterErrorCode } from '../../../../core/adapter-error.ts';
import type { Context } from '../../../../core/context.ts';
import { loadPlugins } from '../plugins.store.ts';
import { pluginsOf } from '../run/plugin-host.ts';
import { PluginFailure } from '../run/plugin-process.ts';

/** What a plugin may say of a failure; everything else counts as an answer that nobody can read. */
const codes: readonly AdapterErrorCode[] = [
  'config_invalid',
  'rejected',
  'rate_limited',
  'quota_exhausted',
  'unauthorized',
  'unavailable',
];

const toAdapterError = (error: unknown): AdapterError => {
  if (!(error instanceof PluginFailure)) return new AdapterError('unavailable', { reason: 'plugin', cause: error });
  const code = codes.find((one) => one === error.code) ?? 'bad_response';
  return new AdapterError(code, { reason: 'plugin', cause: error });
};

/** Calls the adapter of a plugin in the plugin's own process; throws an AdapterError when it has none, fails or takes too long. */
export async function callPluginAdapter(ctx: Context, { plugin, service, input, timeout_ms }: PluginCall) {
  const host = pluginsOf(ctx);
  const chosen = await host.find(plugin);
  if (!chosen?.row.permissions.includes(adapterPermission(service)))
    throw new AdapterError('config_invalid', { reason: 'no_plugin' });
  const ended = new AbortController();
  const tooLate = async () => {
    await wait(timeout_ms, undefined, { signal: ended.signal, ref: false });
    throw new AdapterError('unavailable', { reason: 'timeout' });
  };
  const called = host.call(plugin, 'adapter', { name: adapterKey(service), input }).catch((error: unknown) => {
    throw toAdapterError(error);
  });
  try {
    return await Promise.race([called, tooLate()]);
  } finally {
    ended.abort();
  }
}

/** The plugins that are on and can be chosen for a service, by id and name. */
export async function listAdapterPlugins(
  { db }: Context,
  service: AdapterService,
  locale: Locale,
): Promise<{ id: string; name: string }[]> {
  const rows = await loadPlugins(db);
  return rows
    .filter((row) => row.state === pluginState.on && adaptersOf(row).includes(service))
    .map(({ id, manifest }) => ({ id, name: wordsIn(manifest.name, locale) }));
}
