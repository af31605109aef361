import type * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { setPluginState } from './life/change-plugin.ts';
import { logged } from './life/log-change.ts';
import { presentPlugin } from './present-plugin.ts';

export async function switchPlugin(
  call: AdminCallOf<typeof plugins.switchPlugin>,
): Promise<ResponseOf<typeof plugins.switchPlugin>> {
  return {
    plugin: presentPlugin(
      call,
      await setPluginState(call.ctx, call.params.plugin, call.body.on, logged(call, 'update')),
    ),
  };
}
