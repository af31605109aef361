import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, objectOf, textOf } from '../../call-service.ts';
import { signLot, type GeetestKey } from '../../vendors/sign-geetest.ts';
import {
  formType,
  parseReply,
  parseTexts,
  vendorChallengeSec,
  type CaptchaVendor,
  type CaptchaVendorDeps,
} from '../vendor.ts';

export type Geetest4Config = { key: GeetestKey; base: string; opens_when_away: boolean };

const timeoutMs = 3000;
const solution = ['lot_number', 'captcha_output', 'pass_token', 'gen_time'] as const;
type Solution = Record<(typeof solution)[number], string>;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Geetest, version 4: everything is shown and decided there; the server asks once per solution. */
export function createGeetest4(
  { key, base, opens_when_away }: Geetest4Config,
  { random, clock, fetch }: CaptchaVendorDeps,
): CaptchaVendor {
  async function validate(texts: Solution): Promise<{ result: string; reason: string }> {
    const reply = await callService({
      method: 'POST',
      url: `${base}/validate?captcha_id=${encodeURIComponent(key.id)}`,
      headers: formType,
      body: new URLSearchParams({ ...texts, sign_token: signLot(key.secret, texts.lot_number) }).toString(),
      timeout_ms: timeoutMs,
      fetch,
    });
    const object = parseReply(reply);
    const status = textOf(object, 'status');
    if (status === 'error')
      throw new AdapterError('rejected', {
        reason: textOf(object, 'code'),
        cause: { text: textOf(object, 'msg'), type: textOf(objectOf(object, 'desc'), 'type') },
      });
    if (status !== 'success') throw new AdapterError('bad_response', { reason: 'no_status' });
    return { result: textOf(object, 'result'), reason: textOf(object, 'reason') };
  }

  /** The vendor answers for a lot that never existed, too, and knows the account by then. */
  const validateNothing = async (): Promise<void> => {
    const now = String(Math.floor(clock().getTime() / 1000));
    await validate({ lot_number: hex(random(16)), captcha_output: 'test', pass_token: hex(random(32)), gen_time: now });
  };

  return {
    type: 'geetest4',
    id: key.id,
    opens_when_away,
    origins: {
      scripts: ['https://static.geetest.com', 'https://gcaptcha4.geetest.com'],
      connections: ['https://gcaptcha4.geetest.com'],
      pictures: ['https://static.geetest.com'],
    },
    is_polled: false,
    async probe() {
      await validateNothing().catch((error: unknown) => {
        // A refusal is an answer.
        if (!(error instanceof AdapterError) || error.code !== 'rejected') throw error;
      });
    },
    issue: async () => ({
      challenge: {
        type: 'geetest4',
        challenge: Buffer.from(random(16)).toString('base64url'),
        captcha_id: key.id,
        expires_in: vendorChallengeSec,
      },
      is_offline: false,
    }),
    issueOffline: null,
    async check(_challenge, answer) {
      const texts = parseTexts(answer, [...solution, 'captcha_id']);
      if (!texts || texts.captcha_id !== key.id) return 'failed';
      const { captcha_id: _ours, ...fields } = texts;
      const { result, reason } = await validate(fields);
      if (result === 'success') return 'solved';
      return /expire/i.test(reason) ? 'expired' : 'failed';
    },
    async test() {
      await validateNothing().catch((error: unknown) => {
        if (error instanceof AdapterError && error.code === 'rejected')
          throw new AdapterError('unauthorized', { reason: error.reason ?? '', cause: error.cause });
        throw error;
      });
    },
  };
}
