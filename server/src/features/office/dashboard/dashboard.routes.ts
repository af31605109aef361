import * as dashboard from '@kaike/shared/contracts/office/dashboard';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getTodo } from './get-todo.ts';
import { getDashboard } from './get-dashboard.ts';

/** The home page of the back office, and what must be done. */
export const dashboardFeature: Feature = {
  routes: [
    route.admin(dashboard.getDashboard, { permission: anyAdmin, handler: getDashboard }),
    route.admin(dashboard.getTodo, { permission: anyAdmin, handler: getTodo }),
  ],
};
