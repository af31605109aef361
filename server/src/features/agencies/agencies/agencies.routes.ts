import * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getAgencyHome } from './handlers/get-agency-home.ts';
import { mountShortLink } from './short-link.ts';
import { checkStatement } from './quota/handlers/check-statement.ts';
import { listTransfers } from './handlers/list-transfers.ts';
import { offerTransfer } from './handlers/offer-transfer.ts';
import { answerTransfer } from './handlers/answer-transfer.ts';
import { undoTransfer } from './handlers/undo-transfer.ts';

const permission = { list: 'admin.agency-home.list', transfer: 'admin.agency-home.transfer' };
const stranger = { by: 'ip', max: 30, seconds: 60 } as const;

/** What an agency can do on its own home page. */
export const agenciesFeature: Feature = {
  routes: [
    route.open(agencies.checkStatement, { limit: stranger, ignores_ended_session: true, handler: checkStatement }),
    route.admin(agencies.getAgencyHome, { permission: permission.list, handler: getAgencyHome }),
    route.admin(agencies.listTransfers, {
      permission: permission.list,
      handler: listTransfers,
    }),
    route.admin(agencies.offerTransfer, { permission: permission.transfer, by_token: true, handler: offerTransfer }),
    route.admin(agencies.answerTransfer, { permission: permission.transfer, by_token: true, handler: answerTransfer }),
    route.admin(agencies.undoTransfer, { permission: permission.transfer, by_token: true, handler: undoTransfer }),
  ],
  mount: mountShortLink,
};
