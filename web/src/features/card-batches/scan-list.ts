import type { Receipt } from '@kaike/shared/contracts/card-cartons';

/** One carton somebody scanned. `waiting`: not yet with the server, for want of a connection or because it is being sent. */
export type Scan = {
  /** Also what makes a retry the same request. */
  readonly key: string;
  readonly code: string;
  readonly at: string;
  readonly state: 'waiting' | 'received' | 'again' | 'refused' | 'undone';
  readonly message?: string;
  readonly receipt?: Receipt;
};

/** More than a person looks back on; what waits is never dropped. */
const mostKept = 200;

/** A code that waits or was just taken in is not sent twice, however often the camera sees it. */
const isHandled = (scan: Scan): boolean =>
  scan.state === 'waiting' || scan.state === 'received' || scan.state === 'again';

export const findHandled = (scans: readonly Scan[], code: string): Scan | undefined =>
  scans.find((scan) => scan.code === code && isHandled(scan));

/** The list with a new scan in front. */
export function addScan(scans: readonly Scan[], scan: Scan): Scan[] {
  const all = [scan, ...scans.filter((one) => one.code !== scan.code || one.state === 'waiting')];
  return all.filter((one, index) => index < mostKept || one.state === 'waiting');
}

export function setScan(scans: readonly Scan[], key: string, change: Partial<Scan>): Scan[] {
  return scans.map((scan) => (scan.key === key ? { ...scan, ...change } : scan));
}

/** What is sent next: the oldest that waits. */
export const nextWaiting = (scans: readonly Scan[]): Scan | undefined =>
  scans.findLast((scan) => scan.state === 'waiting');

/** Whether the server has judged, or the request may be sent again as it is: no connection, a server in trouble, a lapsed session, too many at once. */
export function mayRetry(status: number): boolean {
  return status === 0 || status === 401 || status === 408 || status === 419 || status === 429 || status >= 500;
}

const isScan = (value: unknown): value is Scan =>
  typeof value === 'object' && value !== null && 'key' in value && 'code' in value && 'state' in value;

/** The list as it was kept; what cannot be read is no list. */
export function readScans(text: string | null): Scan[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isScan) : [];
  } catch {
    return [];
  }
}
