import * as home from '@kaike/shared/contracts/learning/home';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { claimCelebration } from './claim-celebration.ts';
import { getHome } from './get-home.ts';

/** The member's home page. */
export const homeFeature: Feature = {
  routes: [
    route.home(home.getHome, { handler: getHome }),
    route.home(home.claimCelebration, { limit: { by: 'user', max: 30, seconds: 60 }, handler: claimCelebration }),
  ],
};
