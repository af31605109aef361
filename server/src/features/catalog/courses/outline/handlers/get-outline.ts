import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { loadOutline } from '../load-outline.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';

export function getOutline({ ctx, params }: AdminCallOf<typeof courses.getOutline>) {
  return loadOutline(ctx, ctx.db, params.id);
}
