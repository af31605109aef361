import { appsBehaviour } from './apps/apps.resource.ts';
import { appsFeature } from './apps/apps.routes.ts';
import { mapsFeature } from './maps/maps.routes.ts';
import { columnsBehaviour } from './page-sections/columns.resource.ts';
import { searchTermsBehaviour } from './search-terms/search-terms.resource.ts';
import { siteFeature } from './site/site.routes.ts';
import type { Domain } from '../domain.ts';

export const siteDomain: Domain = {
  features: [appsFeature, mapsFeature, siteFeature],
  behaviours: { columns: columnsBehaviour, apps: appsBehaviour, 'search-terms': searchTermsBehaviour },
  jobs: [],
};
