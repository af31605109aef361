import type * as courses from '@kaike/shared/contracts/courses';
import { readOutline } from '../read-outline.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function getOutline({ ctx, params }: AdminCallOf<typeof courses.getOutline>) {
  return readOutline(ctx, ctx.db, params.id);
}
