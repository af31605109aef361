import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, objectOf, readObject, textOf } from '../../call-service.ts';
import { authorizeTencent, unixSeconds, type TencentKey } from '../../vendors/sign-tencent.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import type { SmsTemplates, SmsVendor, SmsVendorDeps } from '../vendor.ts';

export type TencentSmsConfig = {
  key: TencentKey;
  app_id: string;
  sign: string;
  templates: SmsTemplates;
  base: string;
};

const timeoutMs = 5000;
const contentType = 'application/json';
const region = 'ap-guangzhou';
const version = '2021-01-11';

const refusals: Refusals = [
  [/^InvalidParameterValue\.IncorrectPhoneNumber$/, 'rejected', 'mobile_illegal'],
  [/^FailedOperation\.PhoneNumberInBlacklist$/, 'rejected', 'mobile_blacklisted'],
  [/^(LimitExceeded|RequestLimitExceeded)/, 'rate_limited'],
  [/^FailedOperation\.InsufficientBalance/, 'quota_exhausted'],
  [/^InternalError/, 'unavailable'],
  [/^(AuthFailure|UnauthorizedOperation)/, 'unauthorized'],
  [/^FailedOperation\.(SignatureIncorrectOrUnapproved|TemplateIncorrectOrUnapproved)$/, 'config_invalid'],
];

const firstStatus = (response: Record<string, unknown>): Record<string, unknown> => {
  const { SendStatusSet: statuses } = response;
  return Array.isArray(statuses) ? objectOf({ first: (statuses as unknown[])[0] }, 'first') : {};
};

/** Tencent Cloud SMS, action SendSms. Templates hold `{1}`, the code, and `{2}`, its minutes; the one of notices `{1}`, the title. */
export function createTencentSms(
  { key, app_id: appId, sign, templates, base }: TencentSmsConfig,
  { clock, fetch }: Pick<SmsVendorDeps, 'clock' | 'fetch'>,
): SmsVendor {
  return {
    name: 'tencent',
    templates,
    async send({ template, message }) {
      const params =
        message.purpose === 'notice' ? [message.params.title] : [message.params.code, message.params.minutes];
      const body = JSON.stringify({
        SmsSdkAppId: appId,
        SignName: sign,
        TemplateId: template,
        TemplateParamSet: params,
        PhoneNumberSet: [`+86${message.to}`],
      });
      const { host } = new URL(base);
      const now = clock();
      const reply = await callService({
        method: 'POST',
        url: `${base}/`,
        headers: {
          'content-type': contentType,
          'x-tc-action': 'SendSms',
          'x-tc-version': version,
          'x-tc-region': region,
          'x-tc-timestamp': unixSeconds(now),
          authorization: authorizeTencent(key, { service: 'sms', host, content_type: contentType, body, now }),
        },
        body,
        timeout_ms: timeoutMs,
        fetch,
      });
      const response = objectOf(readObject(reply.text), 'Response');
      const [failure, status] = [objectOf(response, 'Error'), firstStatus(response)];
      if (textOf(status, 'Code') === 'Ok') return { id: textOf(status, 'SerialNo') };
      const refused = textOf(failure, 'Code') === '' ? status : failure;
      const code = textOf(refused, 'Code');
      if (code === '') throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response');
      throw refusalOf(refusals, {
        code,
        text: textOf(refused, 'Message'),
        request_id: textOf(response, 'RequestId'),
      });
    },
  };
}
