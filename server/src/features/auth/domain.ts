import { adminAccountFeature } from './admin-account/admin-account.routes.ts';
import { bootstrapFeature } from './bootstrap/bootstrap.routes.ts';
import { loginJobs } from './login/log-entries/auth.jobs.ts';
import { loginFeature } from './login/login.routes.ts';
import { memberAccountJobs } from './member-account/member-account.jobs.ts';
import { memberAccountFeature } from './member-account/member-account.routes.ts';
import { secondFactorFeature } from './second-factor/second-factor.routes.ts';
import type { Domain } from '../domain.ts';

export const authDomain: Domain = {
  features: [memberAccountFeature, bootstrapFeature, loginFeature, secondFactorFeature, adminAccountFeature],
  behaviours: {},
  jobs: [...memberAccountJobs, ...loginJobs],
};
