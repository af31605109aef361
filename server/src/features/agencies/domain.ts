import { agencyJobs } from './agencies/agencies.jobs.ts';
import { agenciesBehaviour } from './agencies/agencies.resource.ts';
import { agenciesFeature } from './agencies/agencies.routes.ts';
import { cardNumLogsBehaviour } from './agencies/quota/card-num-logs.resource.ts';
import type { Domain } from '../domain.ts';

export const agenciesDomain: Domain = {
  features: [agenciesFeature],
  behaviours: { agencies: agenciesBehaviour, 'card-num-logs': cardNumLogsBehaviour },
  jobs: [...agencyJobs],
};
