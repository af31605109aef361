import type { Receipt } from '@kaike/shared/contracts/cards/card-cartons';

/** One scanned carton. `waiting`: not yet confirmed by the server, because it is being sent or there is no connection. */
export type Scan = {
  /** Also the idempotency key of a retry. */
  readonly key: string;
  readonly code: string;
  readonly at: string;
  readonly state: 'waiting' | 'received' | 'again' | 'refused' | 'undone';
  readonly message?: string;
  readonly receipt?: Receipt;
};

/** More than a person looks back on; waiting scans are never dropped. */
const maxScans = 200;

/** A code that is waiting or was just received is not sent twice, however often the camera sees it. */
const isHandled = (scan: Scan): boolean =>
  scan.state === 'waiting' || scan.state === 'received' || scan.state === 'again';

export const findHandled = (scans: readonly Scan[], code: string): Scan | undefined =>
  scans.find((scan) => scan.code === code && isHandled(scan));

/** The list with a new scan in front. */
export function addScan(scans: readonly Scan[], scan: Scan): Scan[] {
  const all = [scan, ...scans.filter((one) => one.code !== scan.code || one.state === 'waiting')];
  return all.filter((one, index) => index < maxScans || one.state === 'waiting');
}

export function setScan(scans: readonly Scan[], key: string, change: Partial<Scan>): Scan[] {
  return scans.map((scan) => (scan.key === key ? { ...scan, ...change } : scan));
}

/** The scan sent next: the oldest waiting one. */
export const nextWaiting = (scans: readonly Scan[]): Scan | undefined =>
  scans.findLast((scan) => scan.state === 'waiting');

/** Whether the same request may be sent again: no connection, a server error, an expired session, too many requests. */
export function mayRetry(status: number): boolean {
  return status === 0 || status === 401 || status === 408 || status === 419 || status === 429 || status >= 500;
}

const isScan = (value: unknown): value is Scan =>
  typeof value === 'object' && value !== null && 'key' in value && 'code' in value && 'state' in value;

/** The stored list; empty when it cannot be read. */
export function parseScans(text: string | null): Scan[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isScan) : [];
  } catch {
    return [];
  }
}
