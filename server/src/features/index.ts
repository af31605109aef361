import { authFeature } from './auth/auth.routes.ts';
import type { Feature } from './feature.ts';
import { startFeature } from './start/start.routes.ts';

/** Every feature of the server; one line each. */
export const features: readonly Feature[] = [startFeature, authFeature];
