import { auditJobs } from './audit/audit.jobs.ts';
import { downLogBehaviour } from './audit/down-log.resource.ts';
import { logsBehaviour } from './audit/logs.resource.ts';
import { bulkRunJobs } from './bulk-runs/bulk-runs.jobs.ts';
import { bulkRunsFeature } from './bulk-runs/bulk-runs.routes.ts';
import { dashboardFeature } from './dashboard/dashboard.routes.ts';
import { fileLogFeature } from './file-log/file-log.routes.ts';
import { transfersFeature } from './transfers/transfers.routes.ts';
import { menusFeature } from './menus/menus.routes.ts';
import { paletteFeature } from './palette/palette.routes.ts';
import { savedViewsFeature } from './saved-views/saved-views.routes.ts';
import { settingsFeature } from './settings/settings.routes.ts';
import { statisticsFeature } from './statistics/statistics.routes.ts';
import { trashJobs } from './trash/trash.jobs.ts';
import { trashFeature } from './trash/trash.routes.ts';
import type { Domain } from '../domain.ts';

export const officeDomain: Domain = {
  features: [
    fileLogFeature,
    paletteFeature,
    transfersFeature,
    bulkRunsFeature,
    trashFeature,
    dashboardFeature,
    statisticsFeature,
    settingsFeature,
    menusFeature,
    savedViewsFeature,
  ],
  behaviours: { logs: logsBehaviour, 'down-log': downLogBehaviour },
  jobs: [...bulkRunJobs, ...auditJobs, ...trashJobs],
};
