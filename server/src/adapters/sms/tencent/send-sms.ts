import { AdapterError } from '../../../core/adapter-error.ts';
import { objectOf, textOf } from '../../call-service.ts';
import { callTencent } from '../../vendors/call-tencent.ts';
import type { TencentKey } from '../../vendors/sign-tencent.ts';
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
  { key, app_id, sign, templates, base }: TencentSmsConfig,
  { clock, fetch }: Pick<SmsVendorDeps, 'clock' | 'fetch'>,
): SmsVendor {
  return {
    name: 'tencent',
    templates,
    async send({ template, message }) {
      const params =
        message.purpose === 'notice' ? [message.params.title] : [message.params.code, message.params.minutes];
      const { response, request_id } = await callTencent({
        key,
        base,
        service: 'sms',
        action: 'SendSms',
        version,
        params: {
          SmsSdkAppId: app_id,
          SignName: sign,
          TemplateId: template,
          TemplateParamSet: params,
          PhoneNumberSet: [`+86${message.to}`],
        },
        now: clock(),
        timeout_ms: timeoutMs,
        refusals,
        fetch,
      });
      // Besides the request, each number may be refused.
      const status = firstStatus(response);
      const code = textOf(status, 'Code');
      if (code === 'Ok') return { id: textOf(status, 'SerialNo') };
      if (code === '') throw new AdapterError('bad_response');
      throw refusalOf(refusals, { code, text: textOf(status, 'Message'), request_id });
    },
  };
}
