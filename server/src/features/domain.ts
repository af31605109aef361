import type { AnyJob } from '../core/job.ts';
import type { ResourceBehaviour } from '../kit/behaviour.ts';
import type { Feature } from './feature.ts';

/** What a domain brings to the server; `index.ts` joins the domains. */
export type Domain = {
  features: readonly Feature[];
  /** By resource name, for resources that need more than a definition. */
  behaviours: Readonly<Record<string, ResourceBehaviour>>;
  /** Background jobs. */
  jobs: readonly AnyJob[];
};
