import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadCardCounts } from '../card-counts.read.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function getCardCounts(call: AdminCallOf<typeof statistics.getCardCounts>) {
  return loadCardCounts(call, call.query);
}
