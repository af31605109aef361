import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, parseObject, textOf } from '../../call-service.ts';
import { aliyunHeaders, authorizeAliyun, canonicalQuery, type AliyunKey } from '../../vendors/sign-aliyun.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import type { SmsTemplates, SmsVendor, SmsVendorDeps } from '../vendor.ts';

export type AliyunSmsConfig = { key: AliyunKey; sign: string; templates: SmsTemplates; base: string };

const timeoutMs = 5000;
const version = '2017-05-25';

const refusals: Refusals = [
  [/^isv\.MOBILE_NUMBER_ILLEGAL$/, 'rejected', 'mobile_illegal'],
  [/^isv\.(BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL|BLACK_KEY_CONTROL_LIMIT)$/, 'rate_limited'],
  [/^isv\.(AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE)$/, 'quota_exhausted'],
  [/^(isp\.SYSTEM_ERROR|ServiceUnavailable|Throttling)/, 'unavailable'],
  [
    /^(SignatureDoesNotMatch|InvalidAccessKeyId|InvalidTimeStamp|SignatureNonceUsed|isp\.RAM_PERMISSION_DENY|Forbidden|NoPermission)/,
    'unauthorized',
  ],
  [/^isv\.(SMS_TEMPLATE_ILLEGAL|SMS_SIGNATURE_ILLEGAL|TEMPLATE_)/, 'config_invalid'],
];

/** Aliyun Dysms, action SendSms. Templates hold `${code}`, the one of notices `${title}`. */
export function createAliyunSms(
  { key, sign, templates, base }: AliyunSmsConfig,
  { clock, nonce, fetch }: SmsVendorDeps,
): SmsVendor {
  return {
    name: 'aliyun',
    templates,
    async send({ template, message }) {
      const params = message.purpose === 'notice' ? { title: message.params.title } : { code: message.params.code };
      const query = canonicalQuery({
        PhoneNumbers: message.to,
        SignName: sign,
        TemplateCode: template,
        TemplateParam: JSON.stringify(params),
      });
      const headers = aliyunHeaders(
        { host: new URL(base).host, name: 'SendSms', version, body: '' },
        { now: clock(), nonce: nonce() },
      );
      const reply = await callService({
        method: 'POST',
        url: `${base}/?${query}`,
        headers: {
          ...headers,
          authorization: authorizeAliyun(key, { method: 'POST', path: '/', query, headers, body: '' }),
        },
        timeout_ms: timeoutMs,
        fetch,
      });
      const answer = parseObject(reply.text);
      const code = textOf(answer, 'Code');
      if (code === 'OK') return { id: textOf(answer, 'BizId') };
      if (code === '') throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response');
      throw refusalOf(refusals, { code, text: textOf(answer, 'Message'), request_id: textOf(answer, 'RequestId') });
    },
  };
}
