import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { offeredRows } from '@kaike/shared/kit/offer';
import { request } from '../../api/client.ts';
import type { Row } from '../resource-view.ts';
import { urlOf } from '../use-resource.ts';
import type { BulkAnswer, FailedRow } from './bulk-run.ts';

/** What a write is about: rows at hand, or everything that matches filters. */
export type Target = { rows: readonly Row[]; matching: null } | { rows: readonly Row[]; matching: string };
export type TargetFigures = { count: number; offered: number; max_id: number };

/** Rows named in one request. */
const chunkRows = 200;

/** Of how many rows it is about; everything that matches is counted by the server, which changes nothing yet. */
export async function describeTarget(definition: ResourceDefinition, { rows, matching }: Target, call: { method: 'PUT' | 'POST' | 'DELETE'; path: string; action: Action | null }): Promise<TargetFigures> {
  if (matching === null) return { count: rows.length, offered: call.action ? offeredRows(call.action, rows).length : rows.length, max_id: 0 };
  return (await request(call.method, `${urlOf(definition)}${call.path}`, { body: { matching, dry_run: true } })) as TargetFigures;
}

type Page = { failed: FailedRow[]; changed?: number; deleted?: number; ids?: number[]; page?: { after_id: number; done: boolean } };
type Sending = { definition: ResourceDefinition; target: Target; method: 'PUT' | 'POST' | 'DELETE'; path: string; body: Record<string, unknown>; max_id: number };

/** Sends a write in pages: chunks of the rows named, or the server's own walk over what matches. */
export function pageSender({ definition, target, method, path, body, max_id: maxId }: Sending): (after: number, key: string) => Promise<BulkAnswer> {
  const url = `${urlOf(definition)}${path}`;
  const ask = async (more: Record<string, unknown>, key: string): Promise<Page> => (await request(method, url, { body: { ...body, ...more }, headers: { 'X-Idempotency-Key': key }, timeout_ms: 120_000 })) as Page;
  const { matching, rows } = target;
  if (matching === null) {
    return async (after, key) => {
      const ids = rows.slice(after, after + chunkRows).map((row) => row.id);
      const page = await ask({ ids }, key);
      const next = after + chunkRows;
      return { done: page.changed ?? page.deleted ?? 0, failed: page.failed, looked: ids.length, next: next < rows.length ? next : null, ids };
    };
  }
  return async (after, key) => {
    const page = await ask({ matching, after_id: after, max_id: maxId }, key);
    const done = page.changed ?? page.deleted ?? 0;
    return { done, failed: page.failed, looked: done + page.failed.length, next: page.page && !page.page.done ? page.page.after_id : null, ...(page.ids ? { ids: page.ids } : {}) };
  };
}

/** Few enough to be done while the dialog waits. */
export const isSmall = ({ rows, matching }: Target): boolean => matching === null && rows.length <= chunkRows;
