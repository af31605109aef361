import type * as setup from '@kaike/shared/contracts/system/setup';
import { loadState } from '../demo-state.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function getDemo({ ctx }: AdminCallOf<typeof setup.getDemo>) {
  return loadState(ctx);
}
