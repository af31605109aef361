import type * as statistics from '@kaike/shared/contracts/statistics';
import { readCardCounts } from '../card-counts.read.ts';
import { sendSheet } from '../send-sheet.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export async function exportCardCounts(call: AdminCallOf<typeof statistics.exportCardCounts>) {
  return sendSheet(call, {
    by: call.query.by,
    name: 'card-counts',
    figures: ['made', 'issued', 'activated'],
    counts: await readCardCounts(call, call.query),
  });
}
