import { field } from '@kaike/shared/kit/field';
import { parseObject, textOf, type Reply } from '../call-service.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import type { StoredCaptcha } from '../../db/types/stored-json.ts';
import type { CaptchaOrigins, IssuedVendorChallenge } from './port.ts';

export type CaptchaVendorDeps = { random: (bytes: number) => Uint8Array; clock: () => Date } & VendorClientDeps;

export type IssuedChallenge = { challenge: IssuedVendorChallenge; is_offline: boolean };
/** `unverified`: the vendor says nothing, as its own fall-back mode provides. */
export type CaptchaVerdict = 'solved' | 'unverified' | 'failed' | 'expired';

/** A service that shows challenges by its own script and verifies the solutions. Every call may reject with an AdapterError. */
export type CaptchaVendor = {
  readonly type: StoredCaptcha['type'];
  /** The public id of the school's captcha. */
  readonly id: string;
  /** Whether logins go on by the vendor's own fall-back mode while it does not respond. */
  readonly opens_when_away: boolean;
  readonly origins: CaptchaOrigins;
  /** Asks whether the vendor responds at all. */
  probe: () => Promise<void>;
  /** Whether it is asked regularly, not only after a failure. */
  readonly is_polled: boolean;
  issue: (address: string) => Promise<IssuedChallenge>;
  /** A challenge for the time the vendor is away, where it has such a mode. */
  issueOffline: (() => IssuedChallenge) | null;
  check: (challenge: { id: string; is_offline: boolean }, answer: unknown) => Promise<CaptchaVerdict>;
  test: () => Promise<void>;
};

/** What both versions need; a school has one account. */
export const geetestFields = {
  geetest_id: field.text({ rules: 'required|max:100' }),
  geetest_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
  geetest_fail_mode: field.choice(
    [
      { value: 'closed', key: 'closed' },
      { value: 'open', key: 'open' },
    ],
    { rules: 'required', initial: 'closed' },
  ),
  geetest_base: field.text({ rules: 'url|max:500' }),
};

/** Time for a person to solve the challenge and for the browser to load it. */
export const vendorChallengeSec = 300;
export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

const longest = 8000;

/** The texts a script returned; null when one is missing or far too long. */
export function parseTexts<K extends string>(answer: unknown, keys: readonly K[]): Record<K, string> | null {
  const object = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const texts = keys.map((key) => [key, textOf(object, key)] as const);
  if (texts.some(([, text]) => text === '' || text.length > longest)) return null;
  return Object.fromEntries(texts) as Record<K, string>;
}

/** The JSON object of a reply; throws when the vendor has trouble or something else answers in its place. */
export function parseReply({ status, text }: Reply): Record<string, unknown> {
  if (status === 429 || status >= 500) throw new AdapterError('unavailable', { reason: String(status) });
  const object = parseObject(text);
  if (Object.keys(object).length === 0) throw new AdapterError('bad_response', { reason: 'no_json' });
  return object;
}
