import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadAiCounts } from '../ai-counts.read.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function getAiCounts(call: AdminCallOf<typeof statistics.getAiCounts>) {
  return loadAiCounts(call, call.query);
}
