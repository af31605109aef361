import type { Feature } from '../feature.ts';
import { mountAiCallback } from './receive-callback.ts';

/** Results of the AI services' long jobs. */
export const aiMessagesFeature: Feature = { routes: [], mount: mountAiCallback };
