import { expect, it } from 'vitest';
import { localhostTls } from '../../../../test/fakes/sms/localhost-tls.ts';
import { smsGatewaySettings, startSmsGateway } from '../../../../test/fakes/sms/sms-gateway.ts';
import type { VendorFetch } from '../../http-client/vendor-clients.ts';
import { createPublicFetch, publicFetch } from '../../public-fetch.ts';
import { createHttpGateway } from './send-sms.ts';

const clock = (): Date => new Date('2026-01-15T08:00:00Z');
const message = {
  to: '13800138001',
  purpose: 'login',
  params: { code: '123456', minutes: '5' },
  text: '验证码 123456',
} as const;

it('reaches the gateway by https only with a certificate that is trusted, and never on a private network', async () => {
  const gateway = await startSmsGateway(clock, localhostTls);
  const send = (fetch: VendorFetch) =>
    createHttpGateway(
      { url: `${gateway.base}/sms?school=1`, secret: smsGatewaySettings.sms_gateway_secret, number: 'e164' },
      { clock, nonce: () => 'n1', fetch },
    ).send({ template: 'text', message });
  const isAllowed = (): boolean => true;
  try {
    expect(await send(createPublicFetch({ isAllowed, ca: localhostTls.cert }))).toEqual({ id: 'gateway-1' });
    expect(gateway.sent).toEqual([
      { to: '13800138001', template: 'login', params: { code: '123456', minutes: '5' }, id: 'gateway-1' },
    ]);
    expect(gateway.requests[0]).toMatchObject({ method: 'POST', path: '/sms?school=1' });
    gateway.set({ refuse_as: '402 no_money' });
    await expect(send(createPublicFetch({ isAllowed, ca: localhostTls.cert }))).rejects.toMatchObject({
      code: 'quota_exhausted',
      reason: 'no_money',
    });
    await expect(send(createPublicFetch({ isAllowed }))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(send(publicFetch)).rejects.toMatchObject({ code: 'config_invalid', reason: 'private_address' });
    expect(gateway.requests).toHaveLength(2);
  } finally {
    await gateway.close();
  }
});
