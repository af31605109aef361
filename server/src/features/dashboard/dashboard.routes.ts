import { getDashboard, type Dashboard } from '@kaike/shared/contracts/dashboard';
import { anyAdmin, route, type AdminCall } from '../../http/route.ts';
import type { Feature } from '../feature.ts';
import { readFigures } from './figures.ts';
import { readRecent } from './recent.read.ts';
import { readTrend } from './trend.read.ts';

async function readDashboard(call: AdminCall): Promise<Dashboard> {
  const [cards, trend, recent] = await Promise.all([readFigures(call), readTrend(call), readRecent(call)]);
  return { cards, trend, recent };
}

/** The first page of the back office. */
export const dashboardFeature: Feature = { routes: [route.admin(getDashboard, { permission: anyAdmin, handler: readDashboard })] };
