import type * as statistics from '@kaike/shared/contracts/office/statistics';
import { loadMemberCounts } from '../member-counts.read.ts';
import { sendSheet } from '../send-sheet.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export async function exportMemberCounts(call: AdminCallOf<typeof statistics.exportMemberCounts>) {
  return sendSheet(call, {
    by: call.query.by,
    name: 'member-counts',
    figures: ['joined', 'activated', 'studying', 'study_sec', 'lessons_done'],
    counts: await loadMemberCounts(call, call.query),
  });
}
