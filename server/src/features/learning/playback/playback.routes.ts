import * as lessons from '@kaike/shared/contracts/learning/lessons';
import * as watching from '@kaike/shared/contracts/learning/watching';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { acceptBeacons } from './heartbeats/accept-beacons.ts';
import { authorizePlayback } from './handlers/authorize-playback.ts';
import { guardMedia } from './guard-media.ts';
import { openPreview } from './handlers/open-preview.ts';
import { getPreviewSubtitles } from './handlers/get-preview-subtitles.ts';
import { getLesson } from './handlers/get-lesson.ts';
import { getSubtitles } from './handlers/get-subtitles.ts';
import { listMyRecords } from './records/list-my-records.ts';
import { getMyWeek } from './records/get-my-week.ts';
import { openReading } from './reading/open-reading.ts';
import { downloadSound } from './sound/download-sound.ts';
import { recordHeartbeat } from './heartbeats/record-heartbeat.ts';
import { recordReadingProgress } from './reading/record-reading-progress.ts';

/** Playing lessons and crediting what was watched. Members who have not activated anything yet may watch previews. */
export const playbackFeature: Feature = {
  routes: [
    route.member(watching.authorizePlayback, {
      limit: { by: 'user', max: 60, seconds: 60 },
      handler: authorizePlayback,
    }),
    route.member(watching.recordHeartbeat, { accepts_just_ended: true, handler: recordHeartbeat }),
    route.member(lessons.getLesson, { limit: { by: 'user', max: 120, seconds: 60 }, handler: getLesson }),
    route.member(lessons.downloadSound, { limit: { by: 'user', max: 30, seconds: 60 }, handler: downloadSound }),
    route.member(lessons.openReading, { limit: { by: 'user', max: 60, seconds: 60 }, handler: openReading }),
    route.member(lessons.recordReadingProgress, { accepts_just_ended: true, handler: recordReadingProgress }),
    route.member(lessons.getSubtitles, { limit: { by: 'user', max: 120, seconds: 60 }, handler: getSubtitles }),
    // Enough for a class behind one address, too little to copy all lessons.
    route.open(lessons.openPreview, { limit: { by: 'ip', max: 60, seconds: 60 }, handler: openPreview }),
    route.open(lessons.getPreviewSubtitles, {
      limit: { by: 'ip', max: 120, seconds: 60 },
      handler: getPreviewSubtitles,
    }),
    route.home(watching.listMyRecords, { handler: listMyRecords }),
    route.home(watching.getMyWeek, { handler: getMyWeek }),
  ],
  mount(app, options) {
    acceptBeacons(app);
    guardMedia(app, options);
  },
};
