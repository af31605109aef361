import * as aiSeconds from '@kaike/shared/contracts/ai/ai-seconds';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getMySeconds } from './get-my-seconds.ts';

/** What members see of their own seconds. */
export const secondsFeature: Feature = { routes: [route.member(aiSeconds.getMySeconds, { handler: getMySeconds })] };
