import type { AiCounts, CardCounts, MemberCounts, SmsCounts } from '@kaike/shared/contracts/statistics';
import * as statistics from '@kaike/shared/contracts/statistics';
import type { Answer } from '../../core/respond.ts';
import { isOfSchool, route } from '../../core/route.ts';
import type { AdminCall } from '../../core/call.ts';
import { sendXlsx } from '../../kit/transfer/xlsx/send-xlsx.ts';
import { logExport } from '../../kit/transfer/log-export.ts';
import type { Feature } from '../feature.ts';
import { readAiCounts } from './ai-counts.read.ts';
import { readAiSpeeds } from './ai-speeds.read.ts';
import { readCardCounts } from './card-counts.read.ts';
import { readMemberCounts } from './member-counts.read.ts';
import { readSmsCounts } from './sms-counts.read.ts';

type Sheet = {
  by: string;
  name: 'card-counts' | 'member-counts' | 'sms-counts' | 'ai-counts';
  figures: readonly string[];
  counts: CardCounts | MemberCounts | SmsCounts | AiCounts;
};

/** Sends the table as a spreadsheet: header, rows, and totals last. */
async function sendSheet(call: AdminCall, { by, name, figures, counts }: Sheet): Promise<Answer> {
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

/** Counts over a period: cards created, issued and activated; members joined, activated and studying; text messages and their cost; the AI teacher's cost. */
export const statisticsFeature: Feature = {
  routes: [
    route.admin(statistics.getCardCounts, {
      permission: 'admin.card-counts.list',
      handler: (call) => readCardCounts(call, call.query),
    }),
    route.admin(statistics.exportCardCounts, {
      permission: 'admin.card-counts.export',
      handler: async (call) =>
        sendSheet(call, {
          by: call.query.by,
          name: 'card-counts',
          figures: ['made', 'issued', 'activated'],
          counts: await readCardCounts(call, call.query),
        }),
    }),
    route.admin(statistics.getMemberCounts, {
      permission: 'admin.member-counts.list',
      handler: (call) => readMemberCounts(call, call.query),
    }),
    route.admin(statistics.exportMemberCounts, {
      permission: 'admin.member-counts.export',
      handler: async (call) =>
        sendSheet(call, {
          by: call.query.by,
          name: 'member-counts',
          figures: ['joined', 'activated', 'studying', 'study_sec', 'lessons_done'],
          counts: await readMemberCounts(call, call.query),
        }),
    }),
    route.admin(statistics.getSmsCounts, {
      permission: 'admin.sms-counts.list',
      admits: isOfSchool,
      handler: (call) => readSmsCounts(call, call.query),
    }),
    route.admin(statistics.exportSmsCounts, {
      permission: 'admin.sms-counts.export',
      admits: isOfSchool,
      handler: async (call) =>
        sendSheet(call, {
          by: call.query.by,
          name: 'sms-counts',
          figures: ['messages', 'delivered', 'failed', 'cost'],
          counts: await readSmsCounts(call, call.query),
        }),
    }),
    route.admin(statistics.getAiCounts, {
      permission: 'admin.ai-counts.list',
      admits: isOfSchool,
      handler: (call) => readAiCounts(call, call.query),
    }),
    route.admin(statistics.getAiSpeeds, {
      permission: 'admin.ai-counts.list',
      admits: isOfSchool,
      handler: (call) => readAiSpeeds(call, call.query),
    }),
    route.admin(statistics.exportAiCounts, {
      permission: 'admin.ai-counts.export',
      admits: isOfSchool,
      handler: async (call) =>
        sendSheet(call, {
          by: call.query.by,
          name: 'ai-counts',
          figures: ['calls', 'failures', 'talk_sec', 'cost', 'cost_minute'],
          counts: await readAiCounts(call, call.query),
        }),
    }),
  ],
};
