import { getDashboard, type Dashboard } from '@kaike/shared/contracts/dashboard';
import { anyAdmin, route } from '../../core/route.ts';
import type { AdminCallOf } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { readFigures } from './figures.ts';
import { readRecent } from './recent.read.ts';
import { readTrend } from './trend.read.ts';

const defaultDays = 30;

async function readDashboard(call: AdminCallOf<typeof getDashboard>): Promise<Dashboard> {
  const [cards, trend, recent] = await Promise.all([
    readFigures(call),
    readTrend(call, call.query.days ?? defaultDays),
    readRecent(call),
  ]);
  return { cards, trend, recent };
}

/** The home page of the back office. */
export const dashboardFeature: Feature = {
  routes: [route.admin(getDashboard, { permission: anyAdmin, handler: readDashboard })],
};
