import type { ResourceBehaviour } from '../kit/behaviour.ts';
import { adminsBehaviour } from './people/admins/admins.resource.ts';
import { agenciesBehaviour } from './agencies/agencies/agencies.resource.ts';
import { aiBudgetsBehaviour } from './ai/usage/ai-budgets.resource.ts';
import { aiChatsBehaviour } from './ai/chats/ai-chats.resource.ts';
import { aiLabCasesBehaviour } from './ai/evaluation/ai-lab-cases.resource.ts';
import { aiMessagesBehaviour } from './ai/messages/ai-messages.resource.ts';
import { aiModerationsBehaviour } from './ai/moderation/ai-moderations.resource.ts';
import { aiPeoplesBehaviour } from './ai/teachers/ai-peoples.resource.ts';
import { aiPromptTemplatesBehaviour } from './ai/templates/ai-prompt-templates.resource.ts';
import { aiSecondLogsBehaviour } from './ai/seconds/ai-second-logs.resource.ts';
import { cardNumLogsBehaviour } from './agencies/agencies/quota/card-num-logs.resource.ts';
import { apiTokensBehaviour } from './system/integrations/api-tokens.resource.ts';
import { appsBehaviour } from './site/apps/apps.resource.ts';
import { cardApprovalsBehaviour } from './cards/batches/approvals/card-approvals.resource.ts';
import { cardBatchesBehaviour } from './cards/batches/card-batches.resource.ts';
import { cardCartonsBehaviour } from './cards/batches/cartons/card-cartons.resource.ts';
import { cardRisksBehaviour } from './cards/risk/card-risks.resource.ts';
import { cardThemesBehaviour } from './cards/themes/card-themes.resource.ts';
import { cardsBehaviour } from './cards/cards/cards.resource.ts';
import { columnsBehaviour } from './site/page-sections/columns.resource.ts';
import { coursesBehaviour } from './catalog/courses/courses.resource.ts';
import { entitlementsBehaviour } from './commerce/entitlements/entitlements.resource.ts';
import { invitationsBehaviour } from './people/invitations/invitations.resource.ts';
import { learningRecordsBehaviour } from './learning/records/learning-records.resource.ts';
import { downLogBehaviour } from './office/audit/down-log.resource.ts';
import { logsBehaviour } from './office/audit/logs.resource.ts';
import { mediaFoldersBehaviour } from './catalog/media/folders/media-folders.resource.ts';
import { mediaBehaviour } from './catalog/media/media.resource.ts';
import { membersBehaviour } from './people/members/members.resource.ts';
import { numberRequestsBehaviour } from './people/members/numbers/number-requests.resource.ts';
import { messagesBehaviour } from './messaging/notices/messages.resource.ts';
import { ousersBehaviour } from './people/identities/ousers.resource.ts';
import { payOrdersBehaviour } from './commerce/orders/pay-orders.resource.ts';
import { productsBehaviour } from './commerce/products/products.resource.ts';
import { rolesBehaviour } from './people/roles/roles.resource.ts';
import { searchTermsBehaviour } from './site/search-terms/search-terms.resource.ts';
import { subjectsBehaviour } from './catalog/subjects/subjects.resource.ts';
import { teachersBehaviour } from './catalog/teachers/teachers.resource.ts';
import { webhookMessagesBehaviour } from './system/integrations/webhook-messages.resource.ts';
import { webhooksBehaviour } from './system/integrations/webhooks.resource.ts';
import { usersBehaviour } from './people/users/users.resource.ts';

/** Behaviours by resource name, for resources that need more than a definition. */
export const behaviours: Record<string, ResourceBehaviour> = {
  roles: rolesBehaviour,
  subjects: subjectsBehaviour,
  teachers: teachersBehaviour,
  courses: coursesBehaviour,
  media: mediaBehaviour,
  'media-folders': mediaFoldersBehaviour,
  'card-batches': cardBatchesBehaviour,
  'card-cartons': cardCartonsBehaviour,
  'card-approvals': cardApprovalsBehaviour,
  'card-risks': cardRisksBehaviour,
  cards: cardsBehaviour,
  products: productsBehaviour,
  'pay-orders': payOrdersBehaviour,
  'card-themes': cardThemesBehaviour,
  agencies: agenciesBehaviour,
  'ai-second-logs': aiSecondLogsBehaviour,
  'card-num-logs': cardNumLogsBehaviour,
  members: membersBehaviour,
  invitations: invitationsBehaviour,
  'number-requests': numberRequestsBehaviour,
  entitlements: entitlementsBehaviour,
  'learning-records': learningRecordsBehaviour,
  admins: adminsBehaviour,
  logs: logsBehaviour,
  'down-log': downLogBehaviour,
  users: usersBehaviour,
  ousers: ousersBehaviour,
  'ai-budgets': aiBudgetsBehaviour,
  'ai-lab-cases': aiLabCasesBehaviour,
  'ai-messages': aiMessagesBehaviour,
  'ai-peoples': aiPeoplesBehaviour,
  'ai-prompt-templates': aiPromptTemplatesBehaviour,
  'ai-chats': aiChatsBehaviour,
  'ai-moderations': aiModerationsBehaviour,
  messages: messagesBehaviour,
  columns: columnsBehaviour,
  apps: appsBehaviour,
  'search-terms': searchTermsBehaviour,
  'api-tokens': apiTokensBehaviour,
  webhooks: webhooksBehaviour,
  'webhook-messages': webhookMessagesBehaviour,
};
