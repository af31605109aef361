import { aiChatsBehaviour } from './chats/ai-chats.resource.ts';
import { aiLabCasesBehaviour } from './evaluation/ai-lab-cases.resource.ts';
import { evaluationJobs } from './evaluation/evaluation.jobs.ts';
import { guestTalkJobs } from './guest-talk/guest-talk.jobs.ts';
import { guestTalkFeature } from './guest-talk/guest-talk.routes.ts';
import { aiMessagesBehaviour } from './messages/ai-messages.resource.ts';
import { messagesFeature } from './messages/messages.routes.ts';
import { aiModerationsBehaviour } from './moderation/ai-moderations.resource.ts';
import { moderationJobs } from './moderation/moderation.jobs.ts';
import { aiSecondLogsBehaviour } from './seconds/ai-second-logs.resource.ts';
import { secondsJobs } from './seconds/seconds.jobs.ts';
import { secondsFeature } from './seconds/seconds.routes.ts';
import { speechJobs } from './speech/speech.jobs.ts';
import { talkJobs } from './talk/talk.jobs.ts';
import { talkFeature } from './talk/talk.routes.ts';
import { aiPeoplesBehaviour } from './teachers/ai-peoples.resource.ts';
import { aiPromptTemplatesBehaviour } from './templates/ai-prompt-templates.resource.ts';
import { aiBudgetsBehaviour } from './usage/ai-budgets.resource.ts';
import { usageJobs } from './usage/usage.jobs.ts';
import { vocabularyFeature } from './vocabulary/vocabulary.routes.ts';
import type { Domain } from '../domain.ts';

export const aiDomain: Domain = {
  features: [messagesFeature, secondsFeature, talkFeature, guestTalkFeature, vocabularyFeature],
  behaviours: {
    'ai-second-logs': aiSecondLogsBehaviour,
    'ai-budgets': aiBudgetsBehaviour,
    'ai-lab-cases': aiLabCasesBehaviour,
    'ai-messages': aiMessagesBehaviour,
    'ai-peoples': aiPeoplesBehaviour,
    'ai-prompt-templates': aiPromptTemplatesBehaviour,
    'ai-chats': aiChatsBehaviour,
    'ai-moderations': aiModerationsBehaviour,
  },
  jobs: [
    ...usageJobs,
    ...evaluationJobs,
    ...moderationJobs,
    ...secondsJobs,
    ...speechJobs,
    ...talkJobs,
    ...guestTalkJobs,
  ],
};
