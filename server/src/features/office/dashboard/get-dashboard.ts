import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import type * as dashboard from '@kaike/shared/contracts/office/dashboard';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadCourses } from './courses.read.ts';
import { loadMoney } from './money.read.ts';
import { loadRecent } from './recent.read.ts';
import { loadTotals } from './totals.read.ts';
import { loadTrend } from './trend.read.ts';

const defaultDays = 30;

export async function getDashboard(call: AdminCallOf<typeof dashboard.getDashboard>): Promise<Dashboard> {
  const [money, trend, courses, totals, recent] = await Promise.all([
    loadMoney(call),
    loadTrend(call, call.query.days ?? defaultDays),
    loadCourses(call),
    loadTotals(call),
    loadRecent(call),
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
