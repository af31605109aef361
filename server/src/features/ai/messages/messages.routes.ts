import type { Feature } from '../../feature.ts';
import { aiCallbacks, mountAiCallback } from './receive-callback.ts';

/** Receives the results of long-running jobs at AI services. */
export const messagesFeature: Feature = { routes: [], callbacks: aiCallbacks, mount: mountAiCallback };
