import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { offeredRows } from '@kaike/shared/kit/offer';
import { request } from '../../api/client.ts';
import type { BulkRunBody } from '../bulk/bulk-state.ts';
import type { Row } from '../resource-view.ts';
import { urlOf } from '../use-resource.ts';

/** What a write is about: rows at hand, or everything that matches filters. */
export type Target = { rows: readonly Row[]; matching: null } | { rows: readonly Row[]; matching: string };
/** `notes`: sentences of the server about what the write would come to. */
export type TargetFigures = { count: number; offered: number; max_id: number; notes?: readonly string[] };
export type FailedRow = { id: number; title: string; code: string; message: string };

/** The server takes no more by name in one request. */
const maximumDryRunRows = 1000;
/** Rows done while the dialog waits; more of them are the server's own work. */
const rowsAtOnce = 200;

/** Of how many rows it is about; everything that matches is counted by the server, which changes nothing yet. */
export async function describeTarget(
  definition: ResourceDefinition,
  { rows, matching }: Target,
  call: { method: 'PUT' | 'POST' | 'DELETE'; path: string; action: Action | null; values?: Record<string, unknown> },
): Promise<TargetFigures> {
  const isDryRun = call.action?.dry_run_on !== undefined && rows.length > 0 && rows.length <= maximumDryRunRows;
  if (matching === null && isDryRun) {
    const dryRun = (await request(call.method, `${urlOf(definition)}${call.path}`, {
      body: { ...call.values, ids: rows.map((row) => row.id), dry_run: true },
    })) as TargetFigures;
    return { ...dryRun, max_id: 0 };
  }
  if (matching === null)
    return {
      count: rows.length,
      offered: call.action ? offeredRows(call.action, rows).length : rows.length,
      max_id: 0,
    };
  return (await request(call.method, `${urlOf(definition)}${call.path}`, {
    body: { ...call.values, matching, dry_run: true },
  })) as TargetFigures;
}

/** The same for a run: the rows by name, or the filters with the last id that was counted. */
export const runTarget = (
  { rows, matching }: Target,
  figures: Pick<TargetFigures, 'max_id'> | undefined,
): Pick<BulkRunBody, 'ids' | 'matching' | 'max_id'> =>
  matching === null ? { ids: rows.map((row) => row.id) } : { matching, ...(figures ? { max_id: figures.max_id } : {}) };

/** Few enough to be done while the dialog waits. */
export const isSmall = ({ rows, matching }: Target): boolean => matching === null && rows.length <= rowsAtOnce;
