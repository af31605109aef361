import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import type * as dashboard from '@kaike/shared/contracts/dashboard';
import type { AdminCallOf } from '../../core/call.ts';
import { readCourses } from './courses.read.ts';
import { readMoney } from './money.read.ts';
import { readRecent } from './recent.read.ts';
import { readTotals } from './totals.read.ts';
import { readTrend } from './trend.read.ts';

const defaultDays = 30;

export async function getDashboard(call: AdminCallOf<typeof dashboard.getDashboard>): Promise<Dashboard> {
  const [money, trend, courses, totals, recent] = await Promise.all([
    readMoney(call),
    readTrend(call, call.query.days ?? defaultDays),
    readCourses(call),
    readTotals(call),
    readRecent(call),
  ]);
  const moments = [trend, courses, totals].flatMap(({ at }) => at?.toISOString() ?? []);
  return {
    money,
    trend: trend.value,
    courses: courses.value,
    totals: totals.value,
    counted_at: moments.toSorted()[0] ?? null,
    recent,
  };
}
