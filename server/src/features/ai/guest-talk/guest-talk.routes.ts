import * as aiTrials from '@kaike/shared/contracts/ai/ai-trials';
import { readable } from '../../../core/chinese/chinese-script.ts';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { startTrial } from './start-trial.ts';
import { continueTrial } from './continue-trial.ts';

/** A class behind one address may try at the same time. */
const starting = { by: 'ip', max: 40, seconds: 3600 } as const;
const answering = { by: 'ip', max: 240, seconds: 60 } as const;

/** A minute of talk for visitors, by a script. */
export const guestTalkFeature: Feature = {
  routes: [
    route.open(aiTrials.startTrial, { limit: starting, handler: readable(startTrial) }),
    route.open(aiTrials.continueTrial, { limit: answering, handler: readable(continueTrial) }),
  ],
};
