import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, objectOf, readObject, textOf } from '../../call-service.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import { authorizeTencent, unixSeconds, type TencentKey } from '../../vendors/sign-tencent.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';

export type TencentFaceConfig = { key: TencentKey; rule_id: string; base: string };

const timeoutMs = 15_000;
const contentType = 'application/json';
const region = 'ap-guangzhou';
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
  { key, rule_id: ruleId, base }: TencentFaceConfig,
  { clock, fetch }: Pick<FaceDeps, 'clock' | 'fetch'>,
): FaceProvider {
  async function call(action: string, params: object, isSafe: boolean): Promise<Record<string, unknown>> {
    const body = JSON.stringify(params);
    const { host } = new URL(base);
    const now = clock();
    const reply = await callService({
      method: 'POST',
      url: `${base}/`,
      headers: {
        'content-type': contentType,
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-region': region,
        'x-tc-timestamp': unixSeconds(now),
        authorization: authorizeTencent(key, { service: 'faceid', host, content_type: contentType, body, now }),
      },
      body,
      timeout_ms: timeoutMs,
      is_safe: isSafe,
      fetch,
    });
    const response = objectOf(readObject(reply.text), 'Response');
    const failure = objectOf(response, 'Error');
    const code = textOf(failure, 'Code');
    if (code !== '')
      throw refusalOf(refusals, {
        code,
        text: textOf(failure, 'Message'),
        request_id: textOf(response, 'RequestId'),
      });
    if (textOf(response, 'RequestId') === '')
      throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response');
    return response;
  }

  return {
    name: 'tencent',
    script: null,
    async start({ identity, order_no: orderNo, return_url: returnUrl }) {
      const answer = await call(
        'DetectAuth',
        {
          RuleId: ruleId,
          IdCard: identity.id_card,
          Name: identity.real_name,
          RedirectUrl: returnUrl,
          Extra: orderNo,
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
        { BizToken: id, RuleId: ruleId, InfoType: textOnly },
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
