import type * as agencies from '@kaike/shared/contracts/agencies/agencies';
import type { AdminCallOf } from '../../../../core/call.ts';
import { findOwn } from '../agency-home.read.ts';
import { loadTransfers } from '../quota/transfers.read.ts';

export async function listTransfers(call: AdminCallOf<typeof agencies.listTransfers>) {
  return loadTransfers(call, (await findOwn(call)).id);
}
