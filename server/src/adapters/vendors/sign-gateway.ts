import { createHmac } from 'node:crypto';

/** The signature of a request to a school's own gateway: HMAC-SHA256 over the time in Unix seconds, a dot and the body. */
export const signGateway = (secret: string, { timestamp, body }: { timestamp: string; body: string }): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
