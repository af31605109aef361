import { cardApprovalsBehaviour } from './batches/approvals/card-approvals.resource.ts';
import { batchesJobs } from './batches/batches.jobs.ts';
import { cardBatchesBehaviour } from './batches/card-batches.resource.ts';
import { cardCartonsBehaviour } from './batches/cartons/card-cartons.resource.ts';
import { cardsBehaviour } from './cards/cards.resource.ts';
import { cardsFeature } from './cards/cards.routes.ts';
import { deskJobs } from './desk/desk.jobs.ts';
import { deskFeature } from './desk/desk.routes.ts';
import { printsJobs } from './prints/prints.jobs.ts';
import { printsFeature } from './prints/prints.routes.ts';
import { cardRisksBehaviour } from './risk/card-risks.resource.ts';
import { riskJobs } from './risk/risk.jobs.ts';
import { cardThemesBehaviour } from './themes/card-themes.resource.ts';
import type { Domain } from '../domain.ts';

export const cardsDomain: Domain = {
  features: [deskFeature, printsFeature, cardsFeature],
  behaviours: {
    'card-batches': cardBatchesBehaviour,
    'card-cartons': cardCartonsBehaviour,
    'card-approvals': cardApprovalsBehaviour,
    'card-risks': cardRisksBehaviour,
    cards: cardsBehaviour,
    'card-themes': cardThemesBehaviour,
  },
  jobs: [...batchesJobs, ...deskJobs, ...printsJobs, ...riskJobs],
};
