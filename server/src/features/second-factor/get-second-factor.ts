import type * as secondFactor from '@kaike/shared/contracts/second-factor';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { type Mine, loadState } from './enrol.ts';

export async function getSecondFactor(call: Mine): Promise<ResponseOf<typeof secondFactor.getSecondFactor>> {
  return { second_factor: await loadState(call) };
}
