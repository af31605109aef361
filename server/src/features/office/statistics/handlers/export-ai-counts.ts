import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadAiCounts } from '../ai-counts.read.ts';
import { sendSheet } from '../send-sheet.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export async function exportAiCounts(call: AdminCallOf<typeof statistics.exportAiCounts>) {
  return sendSheet(call, {
    by: call.query.by,
    name: 'ai-counts',
    figures: ['calls', 'failures', 'talk_sec', 'cost', 'cost_minute'],
    counts: await loadAiCounts(call, call.query),
  });
}
