import { sql } from 'kysely';
import type { Field, Fields } from '@kaike/shared/kit/field';
import type { Actor } from '../../core/actor.ts';
import type { AdminCall } from '../../core/call.ts';
import type { Db } from '../../db/pool.ts';
import type { Row, Values } from '../behaviour.ts';
import { hidden, maskRequest } from '../read/masked-request.ts';

export type LogEntry = {
  resource: string;
  action: string;
  record_id?: number | string | null;
  record_title?: string;
  before?: Values | null;
  after?: Values | null;
  reason?: string;
};

const bookkeeping = new Set([
  'id',
  'version',
  'labels',
  'file_info',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'lft',
  'rgt',
]);

const isSecret = (field: Field | undefined): boolean => field?.kind === 'password' || field?.masked !== undefined;

function readable(fields: Fields, key: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value ?? null;
  return isSecret(fields[key]) ? hidden : value;
}

/** The fields that differ, before and after; changed secrets are listed without their values. */
export function difference(
  fields: Fields,
  before: Row | null,
  after: Row | null,
): { before: Values | null; after: Values | null } {
  const keys = Object.keys({ ...before, ...after }).filter((key) => !bookkeeping.has(key) && !fields[key]?.computed);
  const changed = keys.filter((key) => JSON.stringify(before?.[key] ?? null) !== JSON.stringify(after?.[key] ?? null));
  const pick = (row: Row | null): Values | null =>
    row && Object.fromEntries(changed.map((key) => [key, readable(fields, key, row[key])]));
  return { before: pick(before), after: pick(after) };
}

const json = (value: Values | null | undefined): string | null => (value ? JSON.stringify(value) : null);

type Author = { user_id: number | null; operator: string; role_id: number | null; agency_id: number | null };
type Arrival = { request: Values | null; status_code: number; cost_ms: number; ip: string | null; request_id: string };
export type OperationLogLine = LogEntry & Author & Arrival;

/** Who an entry names: the person, with the role and agency of an administrator. */
export const authorOf = ({ user_id, name, admin }: Pick<Actor, 'user_id' | 'name' | 'admin'>): Author => ({
  user_id,
  operator: name,
  role_id: admin?.roles[0]?.id ?? null,
  agency_id: admin?.agency?.id ?? null,
});

/** Appends what no handler of the back office does, such as a log-in. Write it last, like `writeLog`. */
export async function writeLogLine(trx: Db, line: OperationLogLine): Promise<void> {
  const { resource, action } = line;
  await sql`insert into logs (menu_key, user_id, operator, role_id, agency_id, resource, record_id, record_title, action, before, after, request, reason,
      status_code, cost_ms, ip, request_id)
    values (${`admin.${resource}.${action}`}, ${line.user_id}, ${line.operator}, ${line.role_id}, ${line.agency_id}, ${resource},
      ${line.record_id === undefined || line.record_id === null ? null : String(line.record_id)}, ${line.record_title ?? ''}, ${action},
      ${json(line.before)}::jsonb, ${json(line.after)}::jsonb, ${json(line.request)}::jsonb, ${line.reason ?? ''},
      ${line.status_code}, ${line.cost_ms}, ${line.ip}, ${line.request_id})`.execute(trx);
}

/**
 * Appends to the operation log, inside the transaction of the change it describes. Write it last: from here to the commit
 * other writers of the log wait, as every entry is chained to the previous one.
 */
export async function writeLog(trx: Db, call: AdminCall, entry: LogEntry): Promise<void> {
  await writeLogLine(trx, {
    ...entry,
    ...authorOf(call.actor),
    request: maskRequest(call, entry),
    status_code: call.status,
    cost_ms: Math.round(performance.now() - call.started_ms),
    ip: call.ip,
    request_id: call.request_id,
  });
}

/**
 * The same for a change by a console command, whose person the system does not know: the command stands for it.
 */
export async function writeConsoleLog(trx: Db, command: string, entry: LogEntry): Promise<void> {
  await sql`insert into logs (menu_key, operator, resource, record_id, record_title, action, before, after)
    values (${`admin.${entry.resource}.${entry.action}`}, ${`kaike ${command}`}, ${entry.resource},
      ${entry.record_id === undefined ? null : String(entry.record_id)}, ${entry.record_title ?? ''}, ${entry.action},
      ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb)`.execute(trx);
}
