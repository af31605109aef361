import { AdapterError } from '../../../core/adapter-error.ts';
import { objectOf, textOf } from '../../call-service.ts';
import { callCompatible, type CompatibleAccount } from '../../compatible/call-compatible.ts';
import { parseAnswer } from '../../compatible/parse-answer.ts';
import { accountOf } from '../../vendors/account.ts';
import { labelOf, type LabelNames } from '../label-of.ts';
import type { Judgement } from '../port.ts';
import type { ModerationVendor, ModerationVendorDeps } from '../vendor.ts';

/** Categories of OpenAI, each with finer ones after a slash. */
const categories: LabelNames = [
  [/^self-harm/, 'self_harm'],
  [/^sexual/, 'sexual'],
  [/^violence/, 'violence'],
  [/^(harassment|hate)/, 'insult'],
];

/** What Zhipu says of a text. */
const levels: Readonly<Record<string, Judgement['verdict']>> = { PASS: 'pass', REVIEW: 'review', REJECT: 'block' };

type Body = Record<string, unknown>;
/** The first entry of a list: one text has one result. */
function firstOf(body: Body, key: string): Body {
  const list: unknown = body[key];
  return Array.isArray(list) ? objectOf({ first: list[0] }, 'first') : {};
}

/** Reads the answer of OpenAI, `results`, and that of Zhipu at the same address, `result_list`. */
function readJudgement(body: Body): Judgement {
  const result = firstOf(body, 'results');
  if (typeof result['flagged'] === 'boolean') {
    const flagged = Object.entries(objectOf(result, 'categories')).filter(([, is]) => is === true);
    const label = labelOf(
      categories,
      flagged.map(([name]) => name),
    );
    return { verdict: result['flagged'] ? 'block' : 'pass', label };
  }
  const verdict = levels[textOf(firstOf(body, 'result_list'), 'risk_level')];
  if (verdict === undefined) throw new AdapterError('bad_response', { reason: 'no_verdict' });
  return { verdict, label: 'service' };
}

/** A moderation service with the interface that OpenAI introduced. */
export function createCompatibleModeration(
  account: CompatibleAccount & { name: string; model: string },
  deps: ModerationVendorDeps,
): ModerationVendor {
  const { name, base, key, model } = account;
  return {
    name,
    model,
    account: accountOf([name, base, key, model]),
    async judge({ text }) {
      const call = {
        path: '/moderations',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ model, input: text }),
        signal: AbortSignal.timeout(deps.timeout_ms),
        accepts: { type: /json/, reason: 'no_verdict' },
      };
      try {
        const body = await parseAnswer(await callCompatible(account, call, deps));
        return { ...readJudgement(body), id: textOf(body, 'id') };
      } catch (error) {
        if (call.signal.aborted) throw new AdapterError('unavailable', { reason: 'timeout', cause: error });
        if (error instanceof AdapterError) throw error;
        throw new AdapterError('bad_response', { reason: 'cut', cause: error });
      }
    },
  };
}
