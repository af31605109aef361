import * as codeGeneration from '@kaike/shared/contracts/code-generation';
import * as consoleCommands from '@kaike/shared/contracts/console-commands';
import * as developments from '@kaike/shared/contracts/developments';
import * as health from '@kaike/shared/contracts/health';
import * as recentRequests from '@kaike/shared/contracts/recent-requests';
import type { Feature } from '../feature.ts';
import { routesOf } from '../start/public.ts';
import { cancelCommand, showCommands, showOutput, startCommand } from './commands/commands.ts';
import { developerRoute } from './developer.ts';
import { createField, createResource, draftOfTable, readSources, showField, showResource } from './forge/generate.ts';
import { repairFinding, showHealth } from './health/health.ts';
import { readJobs, runAgain } from './jobs.read.ts';
import { showOutbox } from './outbox.read.ts';
import { recordRequests } from './requests/record-requests.ts';
import { showPlan, showRequest, showRequests } from './requests/requests.read.ts';
import { readResources } from './resources.read.ts';
import { describeRoutes } from './routes.read.ts';
import { readMigrationList, readTables } from './tables.read.ts';
import { readSettingList, readWordingList } from './wording.read.ts';

/** The developer assistant. Its routes do not exist outside the local environment. */
export const developmentsFeature: Feature = {
  only_local: true,
  routes: [
    developerRoute(developments.listRoutes, ({ ctx }) => Promise.resolve({ routes: describeRoutes(routesOf(ctx)) })),
    developerRoute(developments.listResources, readResources),
    developerRoute(developments.listTables, readTables),
    developerRoute(developments.listMigrations, readMigrationList),
    developerRoute(developments.listJobs, readJobs),
    developerRoute(developments.retryJob, runAgain),
    developerRoute(developments.listWording, readWordingList),
    developerRoute(developments.listSettings, readSettingList),
    developerRoute(developments.listOutbox, showOutbox),
    developerRoute(health.checkHealth, showHealth),
    developerRoute(health.repairHealth, repairFinding),
    developerRoute(recentRequests.listRequests, showRequests),
    developerRoute(recentRequests.getRequest, showRequest),
    developerRoute(recentRequests.explainStatement, showPlan),
    developerRoute(consoleCommands.listCommands, showCommands),
    developerRoute(consoleCommands.runCommand, startCommand),
    developerRoute(consoleCommands.getRunOutput, showOutput),
    developerRoute(consoleCommands.cancelRun, cancelCommand),
    developerRoute(codeGeneration.listDraftTables, readSources),
    developerRoute(codeGeneration.getTableDraft, draftOfTable),
    developerRoute(codeGeneration.previewResource, showResource),
    developerRoute(codeGeneration.writeResource, createResource),
    developerRoute(codeGeneration.previewField, showField),
    developerRoute(codeGeneration.writeField, createField),
  ],
  mount: (app, { ctx }) => recordRequests(app, ctx),
};
