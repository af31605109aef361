import { browserErrorsFeature } from './browser-errors/browser-errors.routes.ts';
import { demoJobs } from './demo/demo.jobs.ts';
import { demoFeature } from './demo/public.ts';
import { developerAreaFeature } from './developer-area/developer-area.routes.ts';
import { apiTokensBehaviour } from './integrations/api-tokens.resource.ts';
import { integrationJobs } from './integrations/integrations.jobs.ts';
import { webhookMessagesBehaviour } from './integrations/webhook-messages.resource.ts';
import { webhooksBehaviour } from './integrations/webhooks.resource.ts';
import { pluginJobs } from './plugins/plugins.jobs.ts';
import { pluginPackagesFeature, pluginsFeature } from './plugins/plugins.routes.ts';
import type { Domain } from '../domain.ts';

export const systemDomain: Domain = {
  features: [browserErrorsFeature, demoFeature, developerAreaFeature, pluginsFeature, pluginPackagesFeature],
  behaviours: {
    'api-tokens': apiTokensBehaviour,
    webhooks: webhooksBehaviour,
    'webhook-messages': webhookMessagesBehaviour,
  },
  jobs: [...demoJobs, ...integrationJobs, ...pluginJobs],
};
