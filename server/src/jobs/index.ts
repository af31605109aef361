import { accountJobs } from '../features/account/account.jobs.ts';
import { agencyJobs } from '../features/agencies/agencies.jobs.ts';
import { aiBudgetJobs } from '../features/ai-budgets/ai-budgets.jobs.ts';
import { aiLabJobs } from '../features/ai-lab/ai-lab.jobs.ts';
import { aiModerationJobs } from '../features/ai-moderations/ai-moderations.jobs.ts';
import { aiSecondsJobs } from '../features/ai-seconds/ai-seconds.jobs.ts';
import { aiSpeechJobs } from '../features/ai-speech/ai-speech.jobs.ts';
import { aiTalkJobs } from '../features/ai-talk/ai-talk.jobs.ts';
import { aiTrialJobs } from '../features/ai-trials/ai-trials.jobs.ts';
import { authJobs } from '../features/auth/log-entries/auth.jobs.ts';
import { bulkRunJobs } from '../features/bulk-runs/bulk-runs.jobs.ts';
import { cardBatchJobs } from '../features/card-batches/card-batches.jobs.ts';
import { cardDeskJobs } from '../features/card-desk/card-desk.jobs.ts';
import { cardPrintJobs } from '../features/card-prints/card-prints.jobs.ts';
import { cardRiskJobs } from '../features/card-risk/card-risk.jobs.ts';
import { courseJobs } from '../features/courses/courses.jobs.ts';
import { demoJobs } from '../features/demo/demo.jobs.ts';
import { fileJobs } from '../features/files/files.jobs.ts';
import { integrationJobs } from '../features/integrations/integrations.jobs.ts';
import { ledgerJobs } from '../features/ledgers/ledgers.jobs.ts';
import { logJobs } from '../features/logs/logs.jobs.ts';
import { mediaJobs } from '../features/media/media.jobs.ts';
import { memberJobs } from '../features/members/members.jobs.ts';
import { messageJobs } from '../features/messages/messages.jobs.ts';
import { orderJobs } from '../features/pay-orders/pay-orders.jobs.ts';
import { pluginJobs } from '../features/plugins/plugins.jobs.ts';
import { trashJobs } from '../features/trash/trash.jobs.ts';
import { userJobs } from '../features/users/users.jobs.ts';
import { watchingJobs } from '../features/watching/watching.jobs.ts';
import type { AnyJob } from '../core/job.ts';
import { fillPinyinJob } from './pinyin.ts';
import { sweep } from './sweep.ts';

/** Every background job. */
export const jobs: readonly AnyJob[] = [
  ...accountJobs,
  ...agencyJobs,
  ...aiBudgetJobs,
  ...aiLabJobs,
  ...aiModerationJobs,
  ...aiSecondsJobs,
  ...aiSpeechJobs,
  ...aiTalkJobs,
  ...aiTrialJobs,
  ...authJobs,
  ...bulkRunJobs,
  ...cardBatchJobs,
  ...cardDeskJobs,
  ...cardPrintJobs,
  ...cardRiskJobs,
  ...courseJobs,
  ...demoJobs,
  ...fileJobs,
  ...integrationJobs,
  ...ledgerJobs,
  ...logJobs,
  ...mediaJobs,
  ...memberJobs,
  ...messageJobs,
  ...orderJobs,
  ...pluginJobs,
  ...trashJobs,
  ...userJobs,
  ...watchingJobs,
  fillPinyinJob,
  sweep,
];
