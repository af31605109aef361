import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { defaultOf } from '../../../core/settings/setting-fields.ts';

/** Every setting with its default; what is stored is said, not shown. */
export async function listSettings({
  ctx,
}: AdminCallOf<typeof developments.listSettings>): Promise<ResponseOf<typeof developments.listSettings>> {
  const stored = await ctx.settings.all();
  return {
    settings: Object.entries(ctx.settings.catalog.groups).flatMap(([group, fields]) =>
      Object.entries(fields).map(([key, field]) => ({
        key,
        group,
        kind: field.kind,
        initial: JSON.stringify(defaultOf(field)) ?? '',
        is_stored: stored.has(key),
      })),
    ),
  };
}
