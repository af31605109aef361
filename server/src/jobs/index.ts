import { memberAccountJobs } from '../features/auth/member-account/member-account.jobs.ts';
import { agencyJobs } from '../features/agencies/agencies/agencies.jobs.ts';
import { usageJobs } from '../features/ai/usage/usage.jobs.ts';
import { evaluationJobs } from '../features/ai/evaluation/evaluation.jobs.ts';
import { moderationJobs } from '../features/ai/moderation/moderation.jobs.ts';
import { secondsJobs } from '../features/ai/seconds/seconds.jobs.ts';
import { speechJobs } from '../features/ai/speech/speech.jobs.ts';
import { talkJobs } from '../features/ai/talk/talk.jobs.ts';
import { guestTalkJobs } from '../features/ai/guest-talk/guest-talk.jobs.ts';
import { loginJobs } from '../features/auth/login/log-entries/auth.jobs.ts';
import { bulkRunJobs } from '../features/office/bulk-runs/bulk-runs.jobs.ts';
import { batchesJobs } from '../features/cards/batches/batches.jobs.ts';
import { deskJobs } from '../features/cards/desk/desk.jobs.ts';
import { printsJobs } from '../features/cards/prints/prints.jobs.ts';
import { riskJobs } from '../features/cards/risk/risk.jobs.ts';
import { courseJobs } from '../features/catalog/courses/courses.jobs.ts';
import { demoJobs } from '../features/system/demo/demo.jobs.ts';
import { fileJobs } from '../features/catalog/files/files.jobs.ts';
import { integrationJobs } from '../features/system/integrations/integrations.jobs.ts';
import { ledgerJobs } from '../features/commerce/ledgers/ledgers.jobs.ts';
import { auditJobs } from '../features/office/audit/audit.jobs.ts';
import { mediaJobs } from '../features/catalog/media/media.jobs.ts';
import { memberJobs } from '../features/people/members/members.jobs.ts';
import { noticesJobs } from '../features/messaging/notices/notices.jobs.ts';
import { ordersJobs } from '../features/commerce/orders/orders.jobs.ts';
import { pluginJobs } from '../features/system/plugins/plugins.jobs.ts';
import { trashJobs } from '../features/office/trash/trash.jobs.ts';
import { userJobs } from '../features/people/users/users.jobs.ts';
import { playbackJobs } from '../features/learning/playback/playback.jobs.ts';
import type { AnyJob } from '../core/job.ts';
import { fillPinyinJob } from './pinyin.ts';
import { sweep } from './sweep.ts';

/** Every background job. */
export const jobs: readonly AnyJob[] = [
  ...memberAccountJobs,
  ...agencyJobs,
  ...usageJobs,
  ...evaluationJobs,
  ...moderationJobs,
  ...secondsJobs,
  ...speechJobs,
  ...talkJobs,
  ...guestTalkJobs,
  ...loginJobs,
  ...bulkRunJobs,
  ...batchesJobs,
  ...deskJobs,
  ...printsJobs,
  ...riskJobs,
  ...courseJobs,
  ...demoJobs,
  ...fileJobs,
  ...integrationJobs,
  ...ledgerJobs,
  ...auditJobs,
  ...mediaJobs,
  ...memberJobs,
  ...noticesJobs,
  ...ordersJobs,
  ...pluginJobs,
  ...trashJobs,
  ...userJobs,
  ...playbackJobs,
  fillPinyinJob,
  sweep,
];
