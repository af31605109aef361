import type { ResourceDefinition } from '../kit/resource.ts';
import { agencies } from './agencies/agencies.ts';
import { cardNumLogs } from './agencies/card-num-logs.ts';
import { aiBudgets } from './ai/ai-budgets.ts';
import { aiChats } from './ai/ai-chats.ts';
import { aiLabCases } from './ai/ai-lab-cases.ts';
import { aiMessages } from './ai/ai-messages.ts';
import { aiModerations } from './ai/ai-moderations.ts';
import { aiPeoples } from './ai/ai-peoples.ts';
import { aiPrices } from './ai/ai-prices.ts';
import { aiPromptTemplates } from './ai/ai-prompt-templates.ts';
import { aiSecondLogs } from './ai/ai-second-logs.ts';
import { aiUsageDays } from './ai/ai-usage-days.ts';
import { aiUsage } from './ai/ai-usage.ts';
import { cardApprovals } from './cards/card-approvals.ts';
import { cardBatches } from './cards/card-batches.ts';
import { cardCartons } from './cards/card-cartons.ts';
import { cardRisks } from './cards/card-risks.ts';
import { cardThemes } from './cards/card-themes.ts';
import { cards } from './cards/cards.ts';
import { courses } from './catalog/courses.ts';
import { mediaFolders } from './catalog/media-folders.ts';
import { media } from './catalog/media.ts';
import { subjects } from './catalog/subjects.ts';
import { teachers } from './catalog/teachers.ts';
import { entitlements } from './commerce/entitlements.ts';
import { payOrders } from './commerce/pay-orders.ts';
import { products } from './commerce/products.ts';
import { learningRecords } from './learning/learning-records.ts';
import { messages } from './messaging/messages.ts';
import { smsMessages } from './messaging/sms-messages.ts';
import { downLog } from './office/down-log.ts';
import { logs } from './office/logs.ts';
import { admins } from './people/admins.ts';
import { invitations } from './people/invitations.ts';
import { members } from './people/members.ts';
import { numberRequests } from './people/number-requests.ts';
import { ousers } from './people/ousers.ts';
import { roles } from './people/roles.ts';
import { users } from './people/users.ts';
import { apps } from './site/apps.ts';
import { areas } from './site/areas.ts';
import { columns } from './site/columns.ts';
import { faqs } from './site/faqs.ts';
import { searchTerms } from './site/search-terms.ts';
import { apiTokens } from './system/api-tokens.ts';
import { browserErrors } from './system/browser-errors.ts';
import { webhookMessages } from './system/webhook-messages.ts';
import { webhooks } from './system/webhooks.ts';

/** Every resource of the product. */
export const resources: readonly ResourceDefinition[] = [
  roles,
  subjects,
  teachers,
  courses,
  media,
  cardBatches,
  cardCartons,
  cards,
  products,
  payOrders,
  cardThemes,
  cardApprovals,
  cardRisks,
  agencies,
  cardNumLogs,
  members,
  invitations,
  numberRequests,
  entitlements,
  learningRecords,
  admins,
  logs,
  messages,
  columns,
  apps,
  downLog,
  areas,
  faqs,
  searchTerms,
  smsMessages,
  browserErrors,
  aiPeoples,
  aiPromptTemplates,
  aiChats,
  aiLabCases,
  aiMessages,
  aiModerations,
  aiSecondLogs,
  aiUsageDays,
  aiUsage,
  aiBudgets,
  aiPrices,
  users,
  ousers,
  apiTokens,
  webhooks,
  webhookMessages,
  mediaFolders,
];

/** The definition with that name, or undefined. */
export function findResource(name: string): ResourceDefinition | undefined {
  return resources.find((resource) => resource.name === name);
}
