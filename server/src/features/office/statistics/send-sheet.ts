import type { CardCounts, MemberCounts, SmsCounts, AiCounts } from '@kaike/shared/contracts/office/statistics';
import type { HttpReply } from '../../../core/respond.ts';
import type { AdminCall } from '../../../core/call.ts';
import { sendXlsx } from '../../../kit/transfer/xlsx/send-xlsx.ts';
import { logExport } from '../../../kit/transfer/log-export.ts';

type Sheet = {
  by: string;
  name: 'card-counts' | 'member-counts' | 'sms-counts' | 'ai-counts';
  figures: readonly string[];
  counts: CardCounts | MemberCounts | SmsCounts | AiCounts;
};

/** Sends the table as a spreadsheet: header, rows, and totals last. */
export async function sendSheet(call: AdminCall, { by, name, figures, counts }: Sheet): Promise<HttpReply> {
  const word = (key: string): string => call.t(`statistics.${key}`);
  const title = word(name.replace('-', '_'));
  const cells = (row: Record<string, string | number>) => figures.map((figure) => row[figure] ?? 0);
  const rows = async function* () {
    yield [[word(`by.${by}`), ...figures.map((figure) => word(`figures.${figure}`))]];
    yield counts.rows.map((row) => [row.label || word('none'), ...cells(row)]);
    yield [[word('total'), ...cells(counts.totals)]];
  };
  await logExport(call, { definition: { name } }, { row_count: counts.rows.length });
  return sendXlsx({ title, rows: rows() });
}
