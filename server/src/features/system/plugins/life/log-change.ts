import type { AdminCall } from '../../../../core/call.ts';
import { writeConsoleLog, writeLog, type LogEntry } from '../../../../kit/write/operation-log.ts';
import type { PluginRow } from '../plugins.store.ts';
import type { LogPluginChange } from './install-package.ts';

type Action = 'create' | 'update' | 'delete';
type Change = { before: PluginRow | null; after: PluginRow };

/** What the operation log says of a plugin before and after a change: of secrets their names. */
const loggedPart = (row: PluginRow | null) =>
  row && {
    version: row.version,
    state: row.state,
    settings: row.settings,
    secrets: row.secrets,
    permissions: row.permissions,
  };

const entryOf = (action: Action, { before, after }: Change): LogEntry => ({
  resource: 'plugins',
  action,
  record_id: after.id,
  record_title: after.manifest.name['zh-CN'],
  before: loggedPart(before),
  after: loggedPart(after),
});

/** Logs a change in the name of the administrator who calls. */
export const logged =
  (call: AdminCall, action: Action): LogPluginChange =>
  (trx, change) =>
    writeLog(trx, call, entryOf(action, change));

/** Logs a change by a console command. */
export const loggedByConsole =
  (command: string, action: Action): LogPluginChange =>
  (trx, change) =>
    writeConsoleLog(trx, command, entryOf(action, change));
