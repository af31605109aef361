import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { translate } from '../../app/wording.ts';
import { savedTransfer } from './saved-transfer.ts';
import type { ExportPageResponse, ImportResponse, TransferPorts } from './transfer-port.ts';
import { saveXlsx } from './xlsx.ts';

const isBad = {
  download_error: true,
  import_error: true,
  task_exists: true,
  plugin_missing: true,
  no_url: true,
  download_done: false,
  import_done: false,
};
const lockName = 'kaike-transfer';
const pageTimeoutMs = 60_000;
const chunkTimeoutMs = 120_000;

/** One lock for all tabs; closing or crashing a tab releases it. Browsers without locks guard their own tab only. */
function claim(): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    void navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}

/** The production ports of transfer tasks: requests, files, toasts, time. */
export const transferPorts: TransferPorts = {
  fetchPage: async (job) => {
    const query = new URLSearchParams(job.query);
    query.set('page', String(job.page));
    query.set('id', String(job.id));
    return (await request('GET', job.url, { query, quiet: true, timeout_ms: pageTimeoutMs })) as ExportPageResponse;
  },
  send: async (job, rows) =>
    (await request('POST', job.url, {
      body: { datas: rows, run: job.run, file_name: job.file_name },
      quiet: true,
      timeout_ms: chunkTimeoutMs,
      headers: { 'X-Idempotency-Key': `${job.run}-${job.sent}` },
    })) as ImportResponse,
  saveFile: saveXlsx,
  notify: (event) => toast(isBad[event] ? 'error' : 'success', translate(`transfer.${event}`)),
  schedule: (work, ms) => void setTimeout(work, ms),
  claim,
  store: savedTransfer,
};

/** Shows the error of a quiet request. */
export function toastError(error: unknown): void {
  if (error instanceof ApiError && !error.handled) toast('error', error.message);
}
