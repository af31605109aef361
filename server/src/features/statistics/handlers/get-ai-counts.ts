import type * as statistics from '@kaike/shared/contracts/statistics';
import { readAiCounts } from '../ai-counts.read.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function getAiCounts(call: AdminCallOf<typeof statistics.getAiCounts>) {
  return readAiCounts(call, call.query);
}
