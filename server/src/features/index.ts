import { accountFeature } from './account/account.routes.ts';
import { agenciesFeature } from './agencies/agencies.routes.ts';
import { aiMessagesFeature } from './ai-messages/ai-messages.routes.ts';
import { aiSecondsFeature } from './ai-seconds/ai-seconds.routes.ts';
import { aiTalkFeature } from './ai-talk/ai-talk.routes.ts';
import { aiTrialsFeature } from './ai-trials/ai-trials.routes.ts';
import { aiWordsFeature } from './ai-words/ai-words.routes.ts';
import { appsFeature } from './apps/apps.routes.ts';
import { authFeature } from './auth/auth.routes.ts';
import { bulkRunsFeature } from './bulk-runs/bulk-runs.routes.ts';
import { cardDeskFeature } from './card-desk/card-desk.routes.ts';
import { cardPrintsFeature } from './card-prints/card-prints.routes.ts';
import { cardsFeature } from './cards/cards.routes.ts';
import { configsFeature } from './configs/configs.routes.ts';
import { coursesFeature } from './courses/courses.routes.ts';
import { dashboardFeature } from './dashboard/dashboard.routes.ts';
import { demoFeature } from './demo/public.ts';
import { developmentsFeature } from './developments/developments.routes.ts';
import type { Feature } from './feature.ts';
import { filesFeature } from './files/files.routes.ts';
import { fileMovesFeature } from './files/moves/file-moves.routes.ts';
import { fileLogFeature } from './file-log/file-log.routes.ts';
import { homeFeature } from './home/home.routes.ts';
import { lessonNotesFeature } from './lesson-notes/lesson-notes.routes.ts';
import { mediaFeature } from './media/media.routes.ts';
import { personageFeature } from './personage/personage.routes.ts';
import { membersFeature } from './members/members.routes.ts';
import { menusFeature } from './menus/menus.routes.ts';
import { savedViewsFeature } from './saved-views/saved-views.routes.ts';
import { ousersFeature } from './ousers/ousers.routes.ts';
import { payOrdersFeature } from './pay-orders/pay-orders.routes.ts';
import { secondFactorFeature } from './second-factor/second-factor.routes.ts';
import { mapsFeature } from './maps/maps.routes.ts';
import { siteFeature } from './site/site.routes.ts';
import { startFeature } from './start/start.routes.ts';
import { statisticsFeature } from './statistics/statistics.routes.ts';
import { paletteFeature } from './palette/palette.routes.ts';
import { browserErrorsFeature } from './browser-errors/browser-errors.routes.ts';
import { smsMessagesFeature } from './sms-messages/sms-messages.routes.ts';
import { pluginPackagesFeature, pluginsFeature } from './plugins/plugins.routes.ts';
import { transfersFeature } from './transfers/transfers.routes.ts';
import { trashFeature } from './trash/trash.routes.ts';
import { wechatFeature } from './wechat/wechat.routes.ts';
import { watchingFeature } from './watching/watching.routes.ts';

/** Every feature of the server. */
export const features: readonly Feature[] = [
  accountFeature,
  appsFeature,
  mapsFeature,
  cardDeskFeature,
  siteFeature,
  fileLogFeature,
  filesFeature,
  fileMovesFeature,
  paletteFeature,
  transfersFeature,
  bulkRunsFeature,
  trashFeature,
  startFeature,
  authFeature,
  secondFactorFeature,
  ousersFeature,
  wechatFeature,
  smsMessagesFeature,
  browserErrorsFeature,
  aiMessagesFeature,
  aiSecondsFeature,
  aiTalkFeature,
  aiTrialsFeature,
  aiWordsFeature,
  personageFeature,
  membersFeature,
  coursesFeature,
  mediaFeature,
  cardPrintsFeature,
  cardsFeature,
  watchingFeature,
  lessonNotesFeature,
  homeFeature,
  dashboardFeature,
  statisticsFeature,
  payOrdersFeature,
  demoFeature,
  configsFeature,
  menusFeature,
  savedViewsFeature,
  agenciesFeature,
  developmentsFeature,
  pluginsFeature,
  pluginPackagesFeature,
];
