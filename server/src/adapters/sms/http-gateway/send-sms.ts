import { AdapterError, type AdapterErrorCode } from '../../../core/adapter-error.ts';
import { callService, parseObject, textOf } from '../../call-service.ts';
import { signGateway } from '../../vendors/sign-gateway.ts';
import { sameTemplate, type SmsVendor, type SmsVendorDeps } from '../vendor.ts';

type GatewayConfig = { url: string; secret: string; number: 'national' | 'e164' };

const timeoutMs = 5000;

/** What a status means; the gateway says more in `error`. */
const codes: Readonly<Record<number, AdapterErrorCode>> = {
  401: 'unauthorized',
  402: 'quota_exhausted',
  403: 'unauthorized',
  429: 'rate_limited',
};

function codeOf(status: number): AdapterErrorCode {
  if (status >= 500) return 'unavailable';
  return codes[status] ?? (status >= 400 ? 'rejected' : 'bad_response');
}

/** Sends through an address of the school's own: JSON with a signature and a time, answered by 2xx with an id. */
export function createHttpGateway(
  { url, secret, number }: GatewayConfig,
  { clock, nonce, fetch }: SmsVendorDeps,
): SmsVendor {
  return {
    name: 'http_gateway',
    templates: sameTemplate('text'),
    async send({ message: { to, purpose, params, text } }) {
      // The id lets the gateway drop a message it has already sent.
      const body = JSON.stringify({ id: nonce(), to: number === 'e164' ? `+86${to}` : to, purpose, params, text });
      const timestamp = String(Math.floor(clock().getTime() / 1000));
      const reply = await callService({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-kaike-timestamp': timestamp,
          'x-kaike-signature': signGateway(secret, { timestamp, body }),
        },
        body,
        timeout_ms: timeoutMs,
        fetch,
      });
      const answer = parseObject(reply.text);
      const id = textOf(answer, 'id');
      if (reply.status >= 200 && reply.status < 300 && id !== '') return { id };
      const reason = textOf(answer, 'error') || String(reply.status);
      throw new AdapterError(codeOf(reply.status), { reason, cause: { status: reply.status } });
    },
  };
}
