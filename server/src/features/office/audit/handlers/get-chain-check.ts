import type { ChainCheck } from '@kaike/shared/contracts/office/logs';
import type { AdminCall } from '../../../../core/call.ts';
import { presentCheck, loadState } from '../chain-check.ts';

/** Progress and result of the last check of the chain. */
export async function getChainCheck({ ctx }: AdminCall): Promise<ChainCheck> {
  return presentCheck(await loadState(ctx.db));
}
