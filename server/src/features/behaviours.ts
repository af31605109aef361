import type { ResourceBehaviour } from '../kit/behaviour.ts';
import { adminsBehaviour } from './admins/admins.resource.ts';
import { agenciesBehaviour } from './agencies/agencies.resource.ts';
import { aiBudgetsBehaviour } from './ai-budgets/ai-budgets.resource.ts';
import { aiChatsBehaviour } from './ai-chats/ai-chats.resource.ts';
import { aiLabCasesBehaviour } from './ai-lab/ai-lab-cases.resource.ts';
import { aiMessagesBehaviour } from './ai-messages/ai-messages.resource.ts';
import { aiModerationsBehaviour } from './ai-moderations/ai-moderations.resource.ts';
import { aiPeoplesBehaviour } from './ai-peoples/ai-peoples.resource.ts';
import { aiPromptTemplatesBehaviour } from './ai-prompt-templates/ai-prompt-templates.resource.ts';
import { aiSecondLogsBehaviour } from './ai-seconds/ai-second-logs.resource.ts';
import { cardNumLogsBehaviour } from './agencies/quota/card-num-logs.resource.ts';
import { apiTokensBehaviour } from './integrations/api-tokens.resource.ts';
import { appsBehaviour } from './apps/apps.resource.ts';
import { cardApprovalsBehaviour } from './card-batches/approvals/card-approvals.resource.ts';
import { cardBatchesBehaviour } from './card-batches/card-batches.resource.ts';
import { cardCartonsBehaviour } from './card-batches/cartons/card-cartons.resource.ts';
import { cardRisksBehaviour } from './card-risk/card-risks.resource.ts';
import { cardThemesBehaviour } from './card-themes/card-themes.resource.ts';
import { cardsBehaviour } from './cards/cards.resource.ts';
import { columnsBehaviour } from './columns/columns.resource.ts';
import { coursesBehaviour } from './courses/courses.resource.ts';
import { entitlementsBehaviour } from './entitlements/entitlements.resource.ts';
import { invitationsBehaviour } from './invitations/invitations.resource.ts';
import { learningRecordsBehaviour } from './learning-records/learning-records.resource.ts';
import { downLogBehaviour } from './logs/down-log.resource.ts';
import { logsBehaviour } from './logs/logs.resource.ts';
import { mediaFoldersBehaviour } from './media/folders/media-folders.resource.ts';
import { mediaBehaviour } from './media/media.resource.ts';
import { membersBehaviour } from './members/members.resource.ts';
import { numberRequestsBehaviour } from './members/numbers/number-requests.resource.ts';
import { messagesBehaviour } from './messages/messages.resource.ts';
import { ousersBehaviour } from './ousers/ousers.resource.ts';
import { payOrdersBehaviour } from './pay-orders/pay-orders.resource.ts';
import { productsBehaviour } from './products/products.resource.ts';
import { rolesBehaviour } from './roles/roles.resource.ts';
import { searchTermsBehaviour } from './search-terms/search-terms.resource.ts';
import { subjectsBehaviour } from './subjects/subjects.resource.ts';
import { teachersBehaviour } from './teachers/teachers.resource.ts';
import { webhookMessagesBehaviour } from './integrations/webhook-messages.resource.ts';
import { webhooksBehaviour } from './integrations/webhooks.resource.ts';
import { usersBehaviour } from './users/users.resource.ts';

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
