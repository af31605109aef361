import { getMyRecords, getPlayAuth, sendBeat } from '@kaike/shared/contracts/watching';
import { route } from '../../http/route.ts';
import type { Feature } from '../feature.ts';
import { acceptBeacons } from './accept-beacons.ts';
import { authorizePlay } from './authorize-play.ts';
import { guardMedia } from './guard-media.ts';
import { readMyRecords } from './my-records.read.ts';
import { takeBeat } from './take-beat.ts';

/** Playing lessons and counting what was watched. Previews are for learners who have not activated anything yet, too. */
export const watchingFeature: Feature = {
  routes: [
    route.learner(getPlayAuth, { limit: { by: 'user', max: 60, seconds: 60 }, handler: authorizePlay }),
    route.learner(sendBeat, { handler: takeBeat }),
    route.home(getMyRecords, { handler: readMyRecords }),
  ],
  mount(app, given) {
    acceptBeacons(app);
    guardMedia(app, given);
  },
};
