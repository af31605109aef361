import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadSmsCounts } from '../sms-counts.read.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function getSmsCounts(call: AdminCallOf<typeof statistics.getSmsCounts>) {
  return loadSmsCounts(call, call.query);
}
