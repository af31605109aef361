import type * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { uninstallPlugin } from './life/change-plugin.ts';
import { logged } from './life/log-change.ts';

export async function deletePlugin(
  call: AdminCallOf<typeof plugins.deletePlugin>,
): Promise<ResponseOf<typeof plugins.deletePlugin>> {
  await uninstallPlugin(call.ctx, call.params.plugin, call.body.with_data ?? false, logged(call, 'delete'));
  return { removed: true };
}
