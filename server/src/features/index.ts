import { authFeature } from './auth/auth.routes.ts';
import { cardsFeature } from './cards/cards.routes.ts';
import { coursesFeature } from './courses/courses.routes.ts';
import { dashboardFeature } from './dashboard/dashboard.routes.ts';
import { demoFeature } from './demo/public.ts';
import type { Feature } from './feature.ts';
import { homeFeature } from './home/home.routes.ts';
import { mediaFeature } from './media/media.routes.ts';
import { startFeature } from './start/start.routes.ts';
import { watchingFeature } from './watching/watching.routes.ts';

/** Every feature of the server; one line each. */
export const features: readonly Feature[] = [
  startFeature, authFeature, coursesFeature, mediaFeature, cardsFeature, watchingFeature, homeFeature, dashboardFeature, demoFeature];
