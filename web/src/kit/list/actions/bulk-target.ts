import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { offeredRows } from '@kaike/shared/kit/rows/offer';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import type { BulkRunBody } from '../../bulk/bulk-state.ts';
import type { ShownRow } from '../../resource-view.ts';
import { urlOf } from '../../use-resource.ts';

/** The target of a write: the rows at hand, or everything that matches filters. */
export type Target = { rows: readonly ShownRow[]; matching: null } | { rows: readonly ShownRow[]; matching: string };
/** The server's sentences: what is so now (`context`), and what will become of it (`notes`). */
export type TargetFigures = {
  count: number;
  offered: number;
  max_id: number;
  marker: string;
  context?: readonly string[];
  notes?: readonly string[];
};
export type RefusedRow = { id: number; title: string; code: string; message: string };

/** The server accepts no more ids in one request. */
const maximumDryRunRows = 1000;
/** Rows processed while the dialog waits; more become a bulk run on the server. */
const rowsAtOnce = 200;

/** The number of rows affected; a filter's rows are counted by the server in a dry run. */
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
    return { ...dryRun, max_id: 0, marker: '' };
  }
  if (matching === null)
    return {
      count: rows.length,
      offered: call.action ? offeredRows(call.action, rows).length : rows.length,
      max_id: 0,
      marker: '',
    };
  return (await request(call.method, `${urlOf(definition)}${call.path}`, {
    body: { ...call.values, matching, dry_run: true },
  })) as TargetFigures;
}

/** The target of a bulk run: the ids, or the filters with what stands for the rows that were counted. */
export const runTarget = (
  { rows, matching }: Target,
  figures: Pick<TargetFigures, 'max_id' | 'marker'> | undefined,
): Pick<BulkRunBody, 'ids' | 'matching' | 'max_id' | 'marker'> =>
  matching === null
    ? { ids: rows.map((row) => row.id) }
    : { matching, ...(figures ? { max_id: figures.max_id, marker: figures.marker } : {}) };

/** Whether a run was refused because other rows match than those that were counted. */
export const isOtherRows = (error: unknown): boolean => error instanceof ApiError && error.code === 'list.changed';

/** Few enough to be processed while the dialog waits. */
export const isSmall = ({ rows, matching }: Target): boolean => matching === null && rows.length <= rowsAtOnce;

/** The title of the only row of the target; empty for several. */
export const titleOfTarget = ({ title }: ResourceDefinition, { rows, matching }: Target): string =>
  matching === null && rows.length === 1 && title !== 'id'
    ? String(rows[0]?.labels?.[title] ?? rows[0]?.[title] ?? '')
    : '';
