import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadSmsCounts } from '../sms-counts.read.ts';
import { sendSheet } from '../send-sheet.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export async function exportSmsCounts(call: AdminCallOf<typeof statistics.exportSmsCounts>) {
  return sendSheet(call, {
    by: call.query.by,
    name: 'sms-counts',
    figures: ['messages', 'delivered', 'failed', 'cost'],
    counts: await loadSmsCounts(call, call.query),
  });
}
