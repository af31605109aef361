import type { ResourceDefinition } from '../kit/resource.ts';
import { admins } from './admins.ts';
import { agencies } from './agencies.ts';
import { aiChats } from './ai-chats.ts';
import { aiLabCases } from './ai-lab-cases.ts';
import { aiMessages } from './ai-messages.ts';
import { aiModerations } from './ai-moderations.ts';
import { aiPeoples } from './ai-peoples.ts';
import { aiBudgets } from './ai-budgets.ts';
import { aiPrices } from './ai-prices.ts';
import { aiPromptTemplates } from './ai-prompt-templates.ts';
import { aiSecondLogs } from './ai-second-logs.ts';
import { aiUsageDays } from './ai-usage-days.ts';
import { aiUsage } from './ai-usage.ts';
import { apiTokens } from './api-tokens.ts';
import { apps } from './apps.ts';
import { areas } from './areas.ts';
import { browserErrors } from './browser-errors.ts';
import { cardApprovals } from './card-approvals.ts';
import { cardBatches } from './card-batches.ts';
import { cardCartons } from './card-cartons.ts';
import { cardNumLogs } from './card-num-logs.ts';
import { cardRisks } from './card-risks.ts';
import { cardThemes } from './card-themes.ts';
import { cards } from './cards.ts';
import { columns } from './columns.ts';
import { courses } from './courses.ts';
import { downLog } from './down-log.ts';
import { entitlements } from './entitlements.ts';
import { faqs } from './faqs.ts';
import { invitations } from './invitations.ts';
import { learningRecords } from './learning-records.ts';
import { logs } from './logs.ts';
import { mediaFolders } from './media-folders.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { numberRequests } from './number-requests.ts';
import { ousers } from './ousers.ts';
import { payOrders } from './pay-orders.ts';
import { products } from './products.ts';
import { roles } from './roles.ts';
import { searchTerms } from './search-terms.ts';
import { smsMessages } from './sms-messages.ts';
import { subjects } from './subjects.ts';
import { teachers } from './teachers.ts';
import { webhookMessages } from './webhook-messages.ts';
import { webhooks } from './webhooks.ts';
import { users } from './users.ts';

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
