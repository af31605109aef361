import type * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { findPlugin } from './life/install-package.ts';
import { loadLines } from './plugins.store.ts';

const shownLines = 100;

export async function getPluginLog({
  ctx,
  params,
}: AdminCallOf<typeof plugins.getPluginLog>): Promise<ResponseOf<typeof plugins.getPluginLog>> {
  const { id } = await findPlugin(ctx.db, params.plugin, { removed: true });
  const lines = await loadLines(ctx.db, id, shownLines);
  return { lines: lines.map(({ created_at: at, ...line }) => ({ ...line, created_at: at.toISOString() })) };
}
