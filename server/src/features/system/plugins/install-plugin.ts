import type * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { inspectPackage } from './life/inspect.ts';
import { installPackage } from './life/install-package.ts';
import { logged } from './life/log-change.ts';
import { presentPlugin } from './present-plugin.ts';

export async function installPlugin(
  call: AdminCallOf<typeof plugins.installPlugin>,
): Promise<ResponseOf<typeof plugins.installPlugin>> {
  const inspection = await inspectPackage(call.ctx, call.body.source);
  assert(inspection.hash === call.body.hash, 'plugin.changed_since');
  return { plugin: presentPlugin(call, await installPackage(call.ctx, inspection, logged(call, 'create'))) };
}
