import * as lessons from '@kaike/shared/contracts/lessons';
import * as watching from '@kaike/shared/contracts/watching';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { acceptBeacons } from './beats/accept-beacons.ts';
import { authorizePlay } from './authorize-play.ts';
import { guardMedia } from './guard-media.ts';
import { openLessonPreview, sendPreviewSubtitles } from './lesson-preview.ts';
import { readLesson, sendSubtitles } from './read-lesson.ts';
import { readMyRecords } from './records/my-records.read.ts';
import { readMyWeek } from './records/my-week.read.ts';
import { openReading } from './reading/open-reading.ts';
import { sendSound } from './sound/send-sound.ts';
import { takeBeat } from './beats/take-beat.ts';
import { takeReading } from './reading/take-reading.ts';

/** Playing lessons and crediting what was watched. Members who have not activated anything yet may watch previews. */
export const watchingFeature: Feature = {
  routes: [
    route.member(watching.authorizePlayback, { limit: { by: 'user', max: 60, seconds: 60 }, handler: authorizePlay }),
    route.member(watching.recordHeartbeat, { accepts_just_ended: true, handler: takeBeat }),
    route.member(lessons.getLesson, { limit: { by: 'user', max: 120, seconds: 60 }, handler: readLesson }),
    route.member(lessons.downloadSound, { limit: { by: 'user', max: 30, seconds: 60 }, handler: sendSound }),
    route.member(lessons.openReading, { limit: { by: 'user', max: 60, seconds: 60 }, handler: openReading }),
    route.member(lessons.recordReadingProgress, { accepts_just_ended: true, handler: takeReading }),
    route.member(lessons.getSubtitles, { limit: { by: 'user', max: 120, seconds: 60 }, handler: sendSubtitles }),
    // Enough for a class behind one address, too little to copy all lessons.
    route.open(lessons.openPreview, { limit: { by: 'ip', max: 60, seconds: 60 }, handler: openLessonPreview }),
    route.open(lessons.getPreviewSubtitles, {
      limit: { by: 'ip', max: 120, seconds: 60 },
      handler: sendPreviewSubtitles,
    }),
    route.home(watching.listMyRecords, { handler: readMyRecords }),
    route.home(watching.getMyWeek, { handler: readMyWeek }),
  ],
  mount(app, options) {
    acceptBeacons(app);
    guardMedia(app, options);
  },
};
