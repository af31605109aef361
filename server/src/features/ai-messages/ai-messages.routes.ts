import type { Feature } from '../feature.ts';
import { aiNotices, mountAiCallback } from './receive-callback.ts';

/** Results of the AI services' long jobs. */
export const aiMessagesFeature: Feature = { routes: [], notices: aiNotices, mount: mountAiCallback };
