import type { KeyObject } from 'node:crypto';
import { AdapterError } from '../../../core/adapter-error.ts';
import { textOf } from '../../call-service.ts';
import { alipayParams, alipayUrl, callAlipay, type AlipayAnswer, type AlipayApp } from '../../pay/alipay-client.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';

/** Keys are null when what was pasted is none. */
export type AlipayFaceConfig = {
  app_id: string;
  private_key: KeyObject | null;
  alipay_key: KeyObject | null;
  gateway: string;
};

const timeoutMs = 15_000;
/** The vendor keeps a check for 23 hours, but does not tell one that failed from one that was not finished. */
const validMs = 30 * 60_000;
const base = 'alipay.user.certify.open';

const refusals: Refusals = [
  [/^(isv\.invalid-(signature|app-id|timestamp)|40006)/, 'unauthorized'],
  [/^isv\.(missing|insufficient)/, 'config_invalid'],
];

const refuse = ({ code, sub_code, message }: AlipayAnswer): AdapterError =>
  refusalOf(refusals, { code: sub_code || code, text: message, request_id: '' });

/** Alipay's verification, in its app: initialize, certify, query. It does not work inside WeChat. */
export function createAlipayFace(
  config: AlipayFaceConfig,
  { clock, fetch }: Pick<FaceDeps, 'clock' | 'fetch'>,
): FaceProvider {
  const app = (): AlipayApp => {
    const { private_key, alipay_key } = config;
    if (!private_key || !alipay_key) throw new AdapterError('config_invalid', { reason: 'not_a_key' });
    return { app_id: config.app_id, gateway: config.gateway, private_key, alipay_key };
  };
  return {
    name: 'alipay',
    script: null,
    async start({ identity, order_no, return_url }) {
      const answer = await callAlipay(app(), clock(), {
        fetch,
        method: `${base}.initialize`,
        content: {
          outer_order_no: order_no,
          biz_code: 'FACE',
          identity_param: {
            identity_type: 'CERT_INFO',
            cert_type: 'IDENTITY_CARD',
            cert_name: identity.real_name,
            cert_no: identity.id_card,
          },
          merchant_config: { return_url },
        },
        timeout_ms: timeoutMs,
      });
      const id = textOf(answer.body, 'certify_id');
      if (answer.code !== '10000') throw refuse(answer);
      if (id === '') throw new AdapterError('bad_response');
      const params = alipayParams(app(), clock(), { method: `${base}.certify`, content: { certify_id: id } });
      return { vendor_id: id, url: alipayUrl(app(), params), valid_ms: validMs };
    },
    async result({ vendor_id: id }) {
      const answer = await callAlipay(app(), clock(), {
        fetch,
        method: `${base}.query`,
        content: { certify_id: id },
        is_safe: true,
        timeout_ms: timeoutMs,
      });
      if (answer.sub_code.endsWith('CERTIFY_BILL_NOT_EXIST')) return 'pending';
      if (answer.code !== '10000') throw refuse(answer);
      return textOf(answer.body, 'passed') === 'T' ? 'passed' : 'pending';
    },
  };
}
