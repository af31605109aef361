import { agenciesDomain } from './agencies/domain.ts';
import { aiDomain } from './ai/domain.ts';
import { authDomain } from './auth/domain.ts';
import { cardsDomain } from './cards/domain.ts';
import { catalogDomain } from './catalog/domain.ts';
import { commerceDomain } from './commerce/domain.ts';
import { learningDomain } from './learning/domain.ts';
import { messagingDomain } from './messaging/domain.ts';
import { officeDomain } from './office/domain.ts';
import { peopleDomain } from './people/domain.ts';
import { siteDomain } from './site/domain.ts';
import { systemDomain } from './system/domain.ts';
import type { AnyJob } from '../core/job.ts';
import type { ResourceBehaviour } from '../kit/behaviour.ts';
import type { Domain } from './domain.ts';
import type { Feature } from './feature.ts';

const domains: readonly Domain[] = [
  aiDomain,
  cardsDomain,
  catalogDomain,
  learningDomain,
  commerceDomain,
  peopleDomain,
  agenciesDomain,
  authDomain,
  siteDomain,
  messagingDomain,
  officeDomain,
  systemDomain,
];

/** Every feature of the server. */
export const features: readonly Feature[] = domains.flatMap((domain) => domain.features);

/** Behaviours by resource name, for resources that need more than a definition. */
export const behaviours: Readonly<Record<string, ResourceBehaviour>> = Object.assign(
  {},
  ...domains.map((domain) => domain.behaviours),
);

/** Every background job of a domain. */
export const domainJobs: readonly AnyJob[] = domains.flatMap((domain) => domain.jobs);
