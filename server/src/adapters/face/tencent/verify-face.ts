import { AdapterError } from '../../../core/adapter-error.ts';
import { objectOf, textOf } from '../../call-service.ts';
import type { Refusals } from '../../refusal.ts';
import { callTencent } from '../../vendors/call-tencent.ts';
import type { TencentKey } from '../../vendors/sign-tencent.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';

export type TencentFaceConfig = { key: TencentKey; rule_id: string; base: string };

const timeoutMs = 15_000;
const version = '2018-03-01';
const validMs = 7200_000;
/** Text only: no pictures of the face. */
const textOnly = '1';

const refusals: Refusals = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'rate_limited'],
  [/^InternalError/, 'unavailable'],
  [/^(AuthFailure|UnauthorizedOperation)/, 'unauthorized'],
  [/^InvalidParameterValue/, 'rejected'],
];

/** Tencent Cloud Faceid in the browser: DetectAuth and GetDetectInfoEnhanced. */
export function createTencentFace(
  { key, rule_id, base }: TencentFaceConfig,
  { clock, fetch }: Pick<FaceDeps, 'clock' | 'fetch'>,
): FaceProvider {
  async function call(action: string, params: object, isSafe: boolean): Promise<Record<string, unknown>> {
    const account = { key, base, service: 'faceid', version, refusals };
    const request = { action, params, now: clock(), timeout_ms: timeoutMs, is_safe: isSafe, fetch };
    return (await callTencent({ ...account, ...request })).response;
  }

  return {
    name: 'tencent',
    script: null,
    async start({ identity, order_no, return_url }) {
      const answer = await call(
        'DetectAuth',
        {
          RuleId: rule_id,
          IdCard: identity.id_card,
          Name: identity.real_name,
          RedirectUrl: return_url,
          Extra: order_no,
        },
        false,
      );
      const [id, url] = [textOf(answer, 'BizToken'), textOf(answer, 'Url')];
      if (id === '' || url === '') throw new AdapterError('bad_response');
      return { vendor_id: id, url, valid_ms: validMs };
    },
    async result({ vendor_id: id, identity }) {
      const answer = await call(
        'GetDetectInfoEnhanced',
        { BizToken: id, RuleId: rule_id, InfoType: textOnly },
        true,
      ).catch((error: unknown) => {
        // A token that is unknown or too old.
        if (error instanceof AdapterError && error.code === 'rejected') return {};
        throw error;
      });
      const text = objectOf(answer, 'Text');
      const code = textOf(text, 'ErrCode');
      if (code === '') return 'pending';
      return code === '0' && textOf(text, 'IdCard').toUpperCase() === identity.id_card ? 'passed' : 'failed';
    },
  };
}
