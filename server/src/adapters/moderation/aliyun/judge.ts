import { AdapterError } from '../../../core/adapter-error.ts';
import { objectOf, textOf } from '../../call-service.ts';
import type { Refusals } from '../../refusal.ts';
import { accountOf } from '../../vendors/account.ts';
import { callAliyun } from '../../vendors/call-aliyun.ts';
import type { AliyunKey } from '../../vendors/sign-aliyun.ts';
import { labelOf, type LabelNames } from '../label-of.ts';
import type { Judgement } from '../port.ts';
import type { ModerationVendor, ModerationVendorDeps } from '../vendor.ts';

export type AliyunModeration = { key: AliyunKey; base: string };

const action = 'TextModerationPlus';
const version = '2022-03-02';
const services = { input: 'llm_query_moderation', output: 'llm_response_moderation' } as const;

const refusals: Refusals = [
  [/^588$/, 'rate_limited'],
  // The service is not activated, or not paid.
  [/^596$/, 'unauthorized'],
];

/** As the vendor advises: high is blocked, a person reads medium. */
const levels: Readonly<Record<string, Judgement['verdict']>> = {
  none: 'pass',
  low: 'pass',
  medium: 'review',
  high: 'block',
};
const labels: LabelNames = [
  [/^(pornographic|sexual)_/, 'sexual'],
  [/^violent_/, 'violence'],
  [/^inappropriate_profanity/, 'insult'],
];

function labelsIn(data: Record<string, unknown>): string[] {
  const { Result: results } = data;
  return (Array.isArray(results) ? results : []).map((one: unknown) => textOf(objectOf({ one }, 'one'), 'Label'));
}

/** Aliyun TextModerationPlus: one service for what people ask a model, another for what it answers. */
export function createAliyunModeration(
  { key, base }: AliyunModeration,
  { clock, nonce, timeout_ms, fetch }: ModerationVendorDeps,
): ModerationVendor {
  return {
    name: 'aliyun',
    model: action,
    account: accountOf(['aliyun', base, key.id, key.secret]),
    async judge({ text, direction }) {
      const { answer, request_id: id } = await callAliyun({
        key,
        base,
        action,
        version,
        form: { Service: services[direction], ServiceParameters: JSON.stringify({ content: text }) },
        now: clock(),
        nonce: nonce(),
        timeout_ms,
        refusals,
        fetch,
      });
      const data = objectOf(answer, 'Data');
      const verdict = levels[textOf(data, 'RiskLevel')];
      if (verdict === undefined) throw new AdapterError('bad_response', { reason: 'no_verdict' });
      return { verdict, label: labelOf(labels, labelsIn(data)), id };
    },
  };
}
