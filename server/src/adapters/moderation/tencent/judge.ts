import { AdapterError } from '../../../core/adapter-error.ts';
import { textOf } from '../../call-service.ts';
import type { Refusals } from '../../refusal.ts';
import { accountOf } from '../../vendors/account.ts';
import { callTencent } from '../../vendors/call-tencent.ts';
import type { TencentKey } from '../../vendors/sign-tencent.ts';
import { labelOf, type LabelNames } from '../label-of.ts';
import type { Judgement } from '../port.ts';
import type { ModerationVendor, ModerationVendorDeps } from '../vendor.ts';

export type TencentModeration = { key: TencentKey; biz_type: string; base: string };

const action = 'TextModeration';
const version = '2020-12-29';

const refusals: Refusals = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'rate_limited'],
  [/^(InternalError|ServiceUnavailable)/, 'unavailable'],
  [/^AuthFailure\.SignatureExpire/, 'unauthorized', 'clock_skewed'],
  // Also of a service that is not activated, or whose package is used up.
  [/^(AuthFailure|UnauthorizedOperation)/, 'unauthorized'],
];

const suggestions: Readonly<Record<string, Judgement['verdict']>> = { Pass: 'pass', Review: 'review', Block: 'block' };
const labels: LabelNames = [
  [/^Porn$/, 'sexual'],
  [/^Abuse$/, 'insult'],
];

/** Tencent Cloud TextModeration. */
export function createTencentModeration(
  { key, biz_type, base }: TencentModeration,
  { clock, timeout_ms, fetch }: ModerationVendorDeps,
): ModerationVendor {
  return {
    name: 'tencent',
    // It has no models to choose from; prices go by this name.
    model: action,
    account: accountOf(['tencent', base, key.id, key.secret, biz_type]),
    async judge({ text }) {
      const { response, request_id: id } = await callTencent({
        key,
        base,
        service: 'tms',
        action,
        version,
        params: {
          Content: Buffer.from(text, 'utf8').toString('base64'),
          ...(biz_type === '' ? {} : { BizType: biz_type }),
        },
        now: clock(),
        timeout_ms,
        refusals,
        fetch,
      });
      const verdict = suggestions[textOf(response, 'Suggestion')];
      if (verdict === undefined) throw new AdapterError('bad_response', { reason: 'no_verdict' });
      return { verdict, label: labelOf(labels, [textOf(response, 'Label')]), id };
    },
  };
}
