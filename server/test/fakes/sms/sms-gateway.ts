import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SentSms, SmsFake } from '../aliyun-sms.ts';
import { listen, type FakeRequest, type FakeResponse, type Trouble } from '../listen.ts';

/** The settings of a gateway at this fake; its address is that of the fake. */
export const smsGatewaySettings = {
  sms_driver: 'http_gateway',
  sms_gateway_secret: 'a secret of at least 16',
  sms_gateway_number: 'e164',
} as const;

const secondsOff = 300;

/** Checks the signature as docs/http-gateway.md describes it, apart from the product's signer; returns what is wrong, or null. */
function wrongSignature({ headers, body }: FakeRequest, now: Date): string | null {
  const time = String(headers['x-kaike-timestamp']);
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= secondsOff)) return 'expired';
  const hmac = createHmac('sha256', Buffer.from(smsGatewaySettings.sms_gateway_secret, 'utf8'));
  for (const part of [time, '.', body]) hmac.update(part);
  const received = Buffer.from(String(headers['x-kaike-signature']), 'hex');
  const expected = hmac.digest();
  return received.length === expected.length && timingSafeEqual(received, expected) ? null : 'wrong_signature';
}

const respond = (status: number, body: object): FakeResponse => ({ status, body: JSON.stringify(body) });

type ReceivedMessage = { id: string; to: string; purpose: string; params: Record<string, string>; text: string };

/** A school's own gateway: refuses what is not signed or old, and numbers it does not know. `refuse_as` is a status and an error. */
export async function startSmsGateway(clock: () => Date, tls?: { cert: string; key: string }): Promise<SmsFake> {
  const sent: SentSms[] = [];
  const set: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const listener = await listen(
    (request) => {
      const wrong = wrongSignature(request, clock());
      if (wrong !== null) return respond(401, { error: wrong });
      const [status = '', error = ''] = set.refuse_as.split(' ');
      if (status !== '') return respond(Number(status), { error });
      const message = JSON.parse(request.body) as ReceivedMessage;
      if (!/^\+861[3-9]\d{9}$/.test(message.to)) return respond(422, { error: 'mobile_illegal' });
      const id = `gateway-${sent.length + 1}`;
      sent.push({ to: message.to.slice(3), template: message.purpose, params: message.params, id });
      return respond(202, { id });
    },
    () => set.trouble,
    tls,
  );
  return { ...listener, sent, set: (changes) => void Object.assign(set, changes) };
}
