import { getHome } from '@kaike/shared/contracts/home';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { readHome } from './read-home.ts';

/** The member's home page. */
export const homeFeature: Feature = { routes: [route.home(getHome, { handler: readHome })] };
