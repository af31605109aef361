import * as home from '@kaike/shared/contracts/home';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { takeDue } from './celebration.ts';
import { readHome } from './read-home.ts';

/** The member's home page. */
export const homeFeature: Feature = {
  routes: [
    route.home(home.getHome, { handler: readHome }),
    route.home(home.claimCelebration, { limit: { by: 'user', max: 30, seconds: 60 }, handler: takeDue }),
  ],
};
