import { createHmac, timingSafeEqual } from 'node:crypto';

/** A message as received: the body as bytes, because the signature covers them. */
export type SignedMessage = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

/** Maximum difference in seconds between the time of a message and our clock. */
const toleranceSec = 300;

/** The signature entry of Standard Webhooks: `v1,` and the base64 HMAC-SHA-256 of id, time and body. */
export function signMessage(key: Buffer, { id, seconds, body }: { id: string; seconds: number; body: string }): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

const one = (value: string | string[] | undefined): string => [value ?? ''].flat()[0] ?? '';

/** The key behind a secret of the form `whsec_…`; null for any other text. */
export function parseWebhookSecret(secret: string): Buffer | null {
  const key = /^whsec_([A-Za-z0-9+/=]{32,})$/.exec(secret.trim())?.[1];
  return key === undefined ? null : Buffer.from(key, 'base64');
}

/** Whether one of the message's signatures is valid and its time is within five minutes of ours. */
export function isSigned(key: Buffer, { headers, body }: SignedMessage, now: Date): boolean {
  const [id, seconds, signatures] = [
    one(headers['webhook-id']),
    Number(one(headers['webhook-timestamp'])),
    one(headers['webhook-signature']),
  ];
  if (id === '' || !Number.isInteger(seconds) || Math.abs(now.getTime() / 1000 - seconds) > toleranceSec) return false;
  const expected = Buffer.from(signMessage(key, { id, seconds, body: body.toString('utf8') }));
  return signatures
    .split(' ')
    .some((signature) => signature.length === expected.length && timingSafeEqual(Buffer.from(signature), expected));
}
