import type * as plugins from '@kaike/shared/contracts/system/plugins';
import { pluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { type Inspection, inspectPackage } from './life/inspect.ts';
import type { PluginRow } from './plugins.store.ts';
import { presentPlugin } from './present-plugin.ts';
import { describeBoundary } from './run/describe-boundary.ts';

/** The plugin as it would be, with the settings it has. */
const asInstalled = ({ manifest, hash, current }: Inspection, now: Date): PluginRow => ({
  id: manifest.id,
  version: manifest.version,
  manifest,
  hash,
  permissions: [...manifest.permissions],
  settings: current?.settings ?? {},
  secrets: current?.secrets ?? [],
  state: pluginState.on,
  used_bytes: current?.used_bytes ?? 0,
  is_full: current?.is_full ?? false,
  updated_at: now,
});

export async function previewPlugin(
  call: AdminCallOf<typeof plugins.previewPlugin>,
): Promise<ResponseOf<typeof plugins.previewPlugin>> {
  const inspection = await inspectPackage(call.ctx, call.body.source);
  const { current, hash, manifest } = inspection;
  return {
    plugin: presentPlugin(call, asInstalled(inspection, call.ctx.clock())),
    hash,
    current: current && current.state !== pluginState.removed ? current.version : null,
    added: manifest.permissions.filter((name) => !current?.permissions.includes(name)),
    boundary: await describeBoundary(call.ctx.pool),
  };
}
