import { memberAccountFeature } from './auth/member-account/member-account.routes.ts';
import { agenciesFeature } from './agencies/agencies/agencies.routes.ts';
import { messagesFeature } from './ai/messages/messages.routes.ts';
import { secondsFeature } from './ai/seconds/seconds.routes.ts';
import { talkFeature } from './ai/talk/talk.routes.ts';
import { guestTalkFeature } from './ai/guest-talk/guest-talk.routes.ts';
import { vocabularyFeature } from './ai/vocabulary/vocabulary.routes.ts';
import { appsFeature } from './site/apps/apps.routes.ts';
import { loginFeature } from './auth/login/login.routes.ts';
import { bulkRunsFeature } from './office/bulk-runs/bulk-runs.routes.ts';
import { deskFeature } from './cards/desk/desk.routes.ts';
import { printsFeature } from './cards/prints/prints.routes.ts';
import { cardsFeature } from './cards/cards/cards.routes.ts';
import { settingsFeature } from './office/settings/settings.routes.ts';
import { coursesFeature } from './catalog/courses/courses.routes.ts';
import { dashboardFeature } from './office/dashboard/dashboard.routes.ts';
import { demoFeature } from './system/demo/public.ts';
import { developerAreaFeature } from './system/developer-area/developer-area.routes.ts';
import type { Feature } from './feature.ts';
import { filesFeature } from './catalog/files/files.routes.ts';
import { fileMovesFeature } from './catalog/files/moves/file-moves.routes.ts';
import { fileLogFeature } from './office/file-log/file-log.routes.ts';
import { homeFeature } from './learning/home/home.routes.ts';
import { notesFeature } from './catalog/notes/notes.routes.ts';
import { mediaFeature } from './catalog/media/media.routes.ts';
import { adminAccountFeature } from './auth/admin-account/admin-account.routes.ts';
import { membersFeature } from './people/members/members.routes.ts';
import { menusFeature } from './office/menus/menus.routes.ts';
import { savedViewsFeature } from './office/saved-views/saved-views.routes.ts';
import { identitiesFeature } from './people/identities/identities.routes.ts';
import { ordersFeature } from './commerce/orders/orders.routes.ts';
import { secondFactorFeature } from './auth/second-factor/second-factor.routes.ts';
import { mapsFeature } from './site/maps/maps.routes.ts';
import { siteFeature } from './site/site/site.routes.ts';
import { bootstrapFeature } from './auth/bootstrap/bootstrap.routes.ts';
import { statisticsFeature } from './office/statistics/statistics.routes.ts';
import { paletteFeature } from './office/palette/palette.routes.ts';
import { browserErrorsFeature } from './system/browser-errors/browser-errors.routes.ts';
import { smsFeature } from './messaging/sms/sms.routes.ts';
import { pluginPackagesFeature, pluginsFeature } from './system/plugins/plugins.routes.ts';
import { transfersFeature } from './office/transfers/transfers.routes.ts';
import { trashFeature } from './office/trash/trash.routes.ts';
import { wechatFeature } from './messaging/wechat/wechat.routes.ts';
import { playbackFeature } from './learning/playback/playback.routes.ts';

/** Every feature of the server. */
export const features: readonly Feature[] = [
  memberAccountFeature,
  appsFeature,
  mapsFeature,
  deskFeature,
  siteFeature,
  fileLogFeature,
  filesFeature,
  fileMovesFeature,
  paletteFeature,
  transfersFeature,
  bulkRunsFeature,
  trashFeature,
  bootstrapFeature,
  loginFeature,
  secondFactorFeature,
  identitiesFeature,
  wechatFeature,
  smsFeature,
  browserErrorsFeature,
  messagesFeature,
  secondsFeature,
  talkFeature,
  guestTalkFeature,
  vocabularyFeature,
  adminAccountFeature,
  membersFeature,
  coursesFeature,
  mediaFeature,
  printsFeature,
  cardsFeature,
  playbackFeature,
  notesFeature,
  homeFeature,
  dashboardFeature,
  statisticsFeature,
  ordersFeature,
  demoFeature,
  settingsFeature,
  menusFeature,
  savedViewsFeature,
  agenciesFeature,
  developerAreaFeature,
  pluginsFeature,
  pluginPackagesFeature,
];
