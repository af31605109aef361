import * as generation from '@kaike/shared/contracts/code-generation';
import * as commands from '@kaike/shared/contracts/console-commands';
import {
  listJobs,
  listMigrations,
  listOutbox,
  listResources,
  listRoutes,
  listSettings,
  listTables,
  listWording,
  retryJob,
} from '@kaike/shared/contracts/developments';
import * as health from '@kaike/shared/contracts/health';
import * as requests from '@kaike/shared/contracts/recent-requests';
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
    developerRoute(listRoutes, ({ ctx }) => Promise.resolve({ routes: describeRoutes(routesOf(ctx)) })),
    developerRoute(listResources, readResources),
    developerRoute(listTables, readTables),
    developerRoute(listMigrations, readMigrationList),
    developerRoute(listJobs, readJobs),
    developerRoute(retryJob, runAgain),
    developerRoute(listWording, readWordingList),
    developerRoute(listSettings, readSettingList),
    developerRoute(listOutbox, showOutbox),
    developerRoute(health.checkHealth, showHealth),
    developerRoute(health.repairHealth, repairFinding),
    developerRoute(requests.listRequests, showRequests),
    developerRoute(requests.readRequest, showRequest),
    developerRoute(requests.explainStatement, showPlan),
    developerRoute(commands.listCommands, showCommands),
    developerRoute(commands.runCommand, startCommand),
    developerRoute(commands.readOutput, showOutput),
    developerRoute(commands.cancelRun, cancelCommand),
    developerRoute(generation.listDraftTables, readSources),
    developerRoute(generation.readTableDraft, draftOfTable),
    developerRoute(generation.previewResource, showResource),
    developerRoute(generation.writeResource, createResource),
    developerRoute(generation.previewField, showField),
    developerRoute(generation.writeField, createField),
  ],
  mount: (app, { ctx }) => recordRequests(app, ctx),
};
