import { AdapterError } from '../../../core/adapter-error.ts';
import { textOf } from '../../call-service.ts';
import type { Refusals } from '../../refusal.ts';
import { accountOf } from '../../vendors/account.ts';
import { callTencent } from '../../vendors/call-tencent.ts';
import type { TencentKey } from '../../vendors/sign-tencent.ts';
import { chinese, type TranslationVendor, type TranslationVendorDeps } from '../vendor.ts';

export type TencentTranslation = { key: TencentKey; base: string };

const action = 'TextTranslate';
const version = '2018-03-21';

const refusals: Refusals = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'rate_limited'],
  [/^(InternalError|ServiceUnavailable)/, 'unavailable'],
  [/^AuthFailure\.SignatureExpire/, 'unauthorized', 'clock_skewed'],
  [/^(AuthFailure|UnauthorizedOperation)/, 'unauthorized'],
  // The month's free characters are used up, the bill is not paid, or the service was never activated.
  [/^FailedOperation\.(NoFreeAmount|ServiceIsolate|UserNotRegistered)/, 'quota_exhausted'],
];

/** Tencent Cloud TextTranslate. */
export function createTencentTranslation(
  { key, base }: TencentTranslation,
  { clock, timeout_ms, fetch }: TranslationVendorDeps,
): TranslationVendor {
  return {
    name: 'tencent',
    // It has no models to choose from; prices go by this name.
    model: action,
    account: accountOf(['tencent', base, key.id, key.secret]),
    async translate({ text, language }) {
      const { response, request_id: id } = await callTencent({
        key,
        base,
        service: 'tmt',
        action,
        version,
        params: { SourceText: text, Source: language, Target: chinese, ProjectId: 0 },
        now: clock(),
        timeout_ms,
        refusals,
        fetch,
      });
      const translated = textOf(response, 'TargetText');
      if (translated === '') throw new AdapterError('bad_response', { reason: 'no_text' });
      return { text: translated, id };
    },
  };
}
