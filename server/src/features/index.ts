import { authFeature } from './auth/auth.routes.ts';
import { cardsFeature } from './cards/cards.routes.ts';
import { coursesFeature } from './courses/courses.routes.ts';
import type { Feature } from './feature.ts';
import { mediaFeature } from './media/media.routes.ts';
import { startFeature } from './start/start.routes.ts';

/** Every feature of the server; one line each. */
export const features: readonly Feature[] = [startFeature, authFeature, coursesFeature, mediaFeature, cardsFeature];
