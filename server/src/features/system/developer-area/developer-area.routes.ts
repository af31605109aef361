import * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import * as developments from '@kaike/shared/contracts/system/developments';
import * as health from '@kaike/shared/contracts/system/health';
import * as recentRequests from '@kaike/shared/contracts/office/recent-requests';
import type { Feature } from '../../feature.ts';
import { listCommands } from './commands/list-commands.ts';
import { runCommand } from './commands/run-command.ts';
import { getRunOutput } from './commands/get-run-output.ts';
import { cancelRun } from './commands/cancel-run.ts';
import { developerRoute } from './developer.ts';
import { listDraftTables } from './forge/handlers/list-draft-tables.ts';
import { getTableDraft } from './forge/handlers/get-table-draft.ts';
import { previewResource } from './forge/handlers/preview-resource.ts';
import { writeResource } from './forge/handlers/write-resource.ts';
import { previewField } from './forge/handlers/preview-field.ts';
import { writeField } from './forge/handlers/write-field.ts';
import { checkHealth } from './health/check-health.ts';
import { repairHealth } from './health/repair-health.ts';
import { listJobs } from './list-jobs.ts';
import { retryJob } from './retry-job.ts';
import { listOutbox } from './list-outbox.ts';
import { recordRequests } from './requests/record-requests.ts';
import { listRequests } from './requests/list-requests.ts';
import { getRequest } from './requests/get-request.ts';
import { explainStatement } from './requests/explain-statement.ts';
import { listResources } from './list-resources.ts';
import { listTables } from './list-tables.ts';
import { listMigrations } from './list-migrations.ts';
import { listWording } from './list-wording.ts';
import { listSettings } from './list-settings.ts';
import { listRoutes } from './list-routes.ts';

/** The developer assistant. Its routes do not exist outside the local environment. */
export const developerAreaFeature: Feature = {
  only_local: true,
  routes: [
    developerRoute(developments.listRoutes, listRoutes),
    developerRoute(developments.listResources, listResources),
    developerRoute(developments.listTables, listTables),
    developerRoute(developments.listMigrations, listMigrations),
    developerRoute(developments.listJobs, listJobs),
    developerRoute(developments.retryJob, retryJob),
    developerRoute(developments.listWording, listWording),
    developerRoute(developments.listSettings, listSettings),
    developerRoute(developments.listOutbox, listOutbox),
    developerRoute(health.checkHealth, checkHealth),
    developerRoute(health.repairHealth, repairHealth),
    developerRoute(recentRequests.listRequests, listRequests),
    developerRoute(recentRequests.getRequest, getRequest),
    developerRoute(recentRequests.explainStatement, explainStatement),
    developerRoute(consoleCommands.listCommands, listCommands),
    developerRoute(consoleCommands.runCommand, runCommand),
    developerRoute(consoleCommands.getRunOutput, getRunOutput),
    developerRoute(consoleCommands.cancelRun, cancelRun),
    developerRoute(codeGeneration.listDraftTables, listDraftTables),
    developerRoute(codeGeneration.getTableDraft, getTableDraft),
    developerRoute(codeGeneration.previewResource, previewResource),
    developerRoute(codeGeneration.writeResource, writeResource),
    developerRoute(codeGeneration.previewField, previewField),
    developerRoute(codeGeneration.writeField, writeField),
  ],
  mount: (app, { ctx }) => recordRequests(app, ctx),
};
