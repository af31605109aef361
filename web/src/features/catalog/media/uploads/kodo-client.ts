import type { UploadToken } from '@kaike/shared/contracts/catalog/media';
import { UploadRefused, type UploadDeps, type UploadFailure, type UploadRequest } from './upload-port.ts';

export type UploadedPart = { partNumber: number; etag: string; size: number };

/** What a response means for the upload as a whole. */
export type Outcome = 'ok' | 'again' | 'offline' | 'expired' | 'gone';

/** Statuses that end an upload, with the reason. */
const refusals: Record<number, UploadFailure> = { 403: 'not_a_video', 413: 'too_large', 507: 'no_space' };

/** No response, or a proxy reporting that the server behind it is down. */
const away = [0, 502, 503, 504];

/** A status of the protocol: 612 unknown upload, 701 unknown part, 614 the file exists already. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'ok';
  if (away.includes(status)) return 'offline';
  const refusal = refusals[status];
  if (refusal) throw new UploadRefused(refusal);
  if (status === 401) return 'expired';
  return status === 612 || status === 614 || status === 701 ? 'gone' : 'again';
}

/** Pauses between retries double up to half a minute, with jitter so that clients do not hit a restarted server at once. */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + random() / 2));
}

const encodeKey = (key: string): string => btoa(key).replace(/\+/g, '-').replace(/\//g, '_');

/** The path of a key's uploads. */
export const uploadsUrl = (token: UploadToken): string =>
  `${token.upload_url}/buckets/${token.bucket}/objects/${encodeKey(token.key)}/uploads`;

export type KodoSession = { token: UploadToken; upload_id: string; signal: AbortSignal };
export type Sending = Pick<UploadRequest, 'method' | 'body' | 'on_progress'> & { path?: string };

/** Sends one request to an upload's URL. */
export async function sendTo(
  deps: UploadDeps,
  { token, upload_id: id, signal }: KodoSession,
  { path = '', ...rest }: Sending,
) {
  return deps.send({ ...rest, url: `${uploadsUrl(token)}/${id}${path}`, token: token.token, signal });
}

const isPart = (value: unknown): value is UploadedPart =>
  typeof value === 'object' && value !== null && 'partNumber' in value && 'etag' in value && 'size' in value;

/** Reads the parts from a list response. */
export function partsOf(body: unknown): UploadedPart[] {
  const parts = typeof body === 'object' && body !== null && 'parts' in body ? body.parts : [];
  return Array.isArray(parts) ? parts.filter(isPart) : [];
}

/** A text field of a JSON response. */
export function textOf(body: unknown, key: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' ? value : '';
}
