import type * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { type EnrolmentCall, loadState } from './enrol.ts';

export async function getSecondFactor(call: EnrolmentCall): Promise<ResponseOf<typeof secondFactor.getSecondFactor>> {
  return { second_factor: await loadState(call) };
}
