import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadCardCounts } from '../card-counts.read.ts';
import { sendSheet } from '../send-sheet.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export async function exportCardCounts(call: AdminCallOf<typeof statistics.exportCardCounts>) {
  return sendSheet(call, {
    by: call.query.by,
    name: 'card-counts',
    figures: ['made', 'issued', 'activated'],
    counts: await loadCardCounts(call, call.query),
  });
}
