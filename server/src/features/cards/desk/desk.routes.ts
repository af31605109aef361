import * as agencyDesk from '@kaike/shared/contracts/cards/agency-desk';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getDesk } from './get-desk.ts';
import { issueCard } from './issue-card.ts';
import { reclaimCard } from './reclaim-card.ts';

const permission = 'admin.agency-home.issue-one';
/** Enough for a busy day, too little to try out numbers. */
const limit = { by: 'user', max: 60, seconds: 600 } as const;

/** One card for one learner, at an agency's desk. */
export const deskFeature: Feature = {
  routes: [
    route.admin(agencyDesk.getDesk, { permission, by_token: false, handler: getDesk }),
    route.admin(agencyDesk.issueCard, { permission, limit, handler: issueCard }),
    route.admin(agencyDesk.reclaimCard, { permission, limit, handler: reclaimCard }),
  ],
};
