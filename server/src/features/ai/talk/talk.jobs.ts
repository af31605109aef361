import type { AnyJob, Job } from '../../../core/job.ts';
import { expireTalks } from './chats/change-chat.ts';
import { sumUpTalk } from './chats/sum-up-talk.ts';
import { writeReport } from './chats/write-report.ts';
import { removeTakes } from './hearing/takes.store.ts';
import { eraseRemoved } from './memory/memory.store.ts';
import { rememberTalk } from './memory/remember-talk.ts';
import { writeOpener } from './study/write-opener.ts';
import { removeReadings } from './reading/readings.store.ts';
import { studyTalk } from './study/study-talk.ts';
import { removePieces } from './stream/save-pieces.ts';
import { expireReplies, releaseExpired } from './turns/expire-replies.ts';

const writeTalkReport: Job<'write-talk-report'> = {
  name: 'write-talk-report',
  lane: 'vendors',
  run: (ctx, { chat_id: id }) => writeReport(ctx, id),
};

const remember: Job<'remember-talk'> = {
  name: 'remember-talk',
  lane: 'vendors',
  run: (ctx, { chat_id: id }) => rememberTalk(ctx, id),
};

const sumUp: Job<'sum-up-talk'> = {
  name: 'sum-up-talk',
  lane: 'vendors',
  run: (ctx, { chat_id: id }) => sumUpTalk(ctx, id),
};

const study: Job<'study-talk'> = {
  name: 'study-talk',
  lane: 'vendors',
  run: (ctx, { chat_id: id }) => studyTalk(ctx, id),
};

const opener: Job<'write-opener'> = { name: 'write-opener', lane: 'vendors', run: writeOpener };

/** Ends what a dead node left. Whoever reads such a reply ends it sooner. */
const giveUpTalks: Job = {
  name: 'give-up-replies',
  cron: '* * * * *',
  async run(ctx) {
    await expireReplies(ctx);
    await releaseExpired(ctx);
    await removePieces(ctx.db);
    await removeTakes(ctx.db);
    await removeReadings(ctx.db);
    await eraseRemoved(ctx);
  },
};

const expireOldTalks: Job = { name: 'expire-talks', cron: '*/10 * * * *', is_long: true, run: expireTalks };

export const talkJobs: readonly AnyJob[] = [
  writeTalkReport,
  sumUp,
  remember,
  study,
  opener,
  giveUpTalks,
  expireOldTalks,
];
