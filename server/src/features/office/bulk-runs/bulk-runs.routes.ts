import * as bulkRuns from '@kaike/shared/contracts/office/bulk-runs';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { startBulkRun } from './start-bulk-run.ts';
import { listBulkRuns } from './list-bulk-runs.ts';
import { getBulkRun } from './get-bulk-run.ts';
import { cancelBulkRun } from './cancel-bulk-run.ts';
import { resumeBulkRun } from './resume-bulk-run.ts';
import { downloadBulkRun } from './download-bulk-run.ts';

/** Bulk writes that the server carries out in the background. Users see only their own. */
export const bulkRunsFeature: Feature = {
  routes: [
    route.admin(bulkRuns.startBulkRun, { permission: anyAdmin, status: 201, handler: startBulkRun }),
    route.admin(bulkRuns.listBulkRuns, { permission: anyAdmin, handler: listBulkRuns }),
    route.admin(bulkRuns.getBulkRun, { permission: anyAdmin, handler: getBulkRun }),
    route.admin(bulkRuns.cancelBulkRun, { permission: anyAdmin, handler: cancelBulkRun }),
    route.admin(bulkRuns.resumeBulkRun, { permission: anyAdmin, handler: resumeBulkRun }),
    route.admin(bulkRuns.downloadBulkRun, { permission: anyAdmin, handler: downloadBulkRun }),
  ],
};
