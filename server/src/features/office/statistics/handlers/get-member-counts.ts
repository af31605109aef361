import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadMemberCounts } from '../member-counts.read.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function getMemberCounts(call: AdminCallOf<typeof statistics.getMemberCounts>) {
  return loadMemberCounts(call, call.query);
}
