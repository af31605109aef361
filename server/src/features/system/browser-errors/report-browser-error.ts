import { sql } from 'kysely';
import type * as browserErrors from '@kaike/shared/contracts/system/browser-errors';
import { browserErrorStatus } from '@kaike/shared/domain/system/browser-error';
import type { CallOf } from '../../../core/call.ts';
import { deviceName } from '../../auth/login/public.ts';
import { cleanReport, fingerprintOf } from './clean-report.ts';

/** New kinds of errors a day, from everybody together: a stranger must not fill the disk. */
const newPerDay = { key: 'browser-errors|new', max: 200, seconds: 86_400 };

/** Counts a known error, which opens again when a release other than the last one has it; a new one gets a row. */
export async function reportBrowserError(
  call: CallOf<typeof browserErrors.reportBrowserError>,
): Promise<Record<never, never>> {
  const { ctx, body } = call;
  const now = ctx.clock();
  const report = cleanReport(body);
  const fingerprint = fingerprintOf(report);
  const { path, release, stack } = report;
  const occurrence = { path, release, stack, browser: deviceName(call.user_agent), last_seen_at: now };
  const existing = await ctx.db
    .updateTable('browser_errors')
    .set({
      ...occurrence,
      count: sql`least(count + 1, 2147483647)`,
      status: sql`case when release is distinct from ${release} then ${browserErrorStatus.open}::smallint else status end`,
    })
    .where('fingerprint', '=', fingerprint)
    .returning('id')
    .executeTakeFirst();
  if (existing) return {};
  await ctx.limiter.take(newPerDay);
  await ctx.db
    .insertInto('browser_errors')
    .values({ ...report, ...occurrence, fingerprint, first_seen_at: now })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute();
  return {};
}
