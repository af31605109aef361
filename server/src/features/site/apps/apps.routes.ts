import * as apps from '@kaike/shared/contracts/site/apps';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { downloadApp } from './download-app.ts';
import { getVersionInfo } from './get-version-info.ts';

/** The update check of an installed app: whether a newer version exists, and whether it is mandatory. */
export const appsFeature: Feature = {
  routes: [
    route.open(apps.getVersionInfo, {
      handler: getVersionInfo,
    }),
    route.open(apps.downloadApp, { limit: { by: 'ip', max: 30, seconds: 60 }, handler: downloadApp }),
  ],
};
