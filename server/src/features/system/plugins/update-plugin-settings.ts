import type * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { saveSettings } from './life/change-plugin.ts';
import { logged } from './life/log-change.ts';
import { isJsonObject } from './manifest/json.ts';
import { presentPlugin } from './present-plugin.ts';

export async function updatePluginSettings(
  call: AdminCallOf<typeof plugins.updatePluginSettings>,
): Promise<ResponseOf<typeof plugins.updatePluginSettings>> {
  const { settings } = call.body;
  assert(isJsonObject(settings), 'request.malformed');
  return {
    plugin: presentPlugin(call, await saveSettings(call.ctx, call.params.plugin, settings, logged(call, 'update'))),
  };
}
