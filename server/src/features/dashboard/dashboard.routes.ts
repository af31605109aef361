import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import * as dashboard from '@kaike/shared/contracts/dashboard';
import { anyAdmin, route } from '../../core/route.ts';
import type { AdminCallOf } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { readCourses } from './courses.read.ts';
import { readMoney } from './money.read.ts';
import { readRecent } from './recent.read.ts';
import { readTodo } from './todo.read.ts';
import { readTotals } from './totals.read.ts';
import { readTrend } from './trend.read.ts';

const defaultDays = 30;

async function readDashboard(call: AdminCallOf<typeof dashboard.getDashboard>): Promise<Dashboard> {
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

/** The home page of the back office, and what must be done. */
export const dashboardFeature: Feature = {
  routes: [
    route.admin(dashboard.getDashboard, { permission: anyAdmin, handler: readDashboard }),
    route.admin(dashboard.getTodo, { permission: anyAdmin, handler: readTodo }),
  ],
};
