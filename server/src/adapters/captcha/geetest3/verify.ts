import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, textOf } from '../../call-service.ts';
import * as sign from '../../vendors/sign-geetest.ts';
import {
  formType,
  parseReply,
  parseTexts,
  vendorChallengeSec,
  type CaptchaVendor,
  type CaptchaVendorDeps,
  type IssuedChallenge,
} from '../vendor.ts';

export type Geetest3Config = { key: sign.GeetestKey; base: string; status_base: string; opens_when_away: boolean };

/** As the vendor's own software: a page waits for the first two. */
const [startTimeoutMs, checkTimeoutMs] = [2000, 3000];
const sdk = 'kaike';
const origins = {
  scripts: ['https://api.geetest.com', 'https://static.geetest.com'],
  connections: ['https://api.geetest.com'],
  pictures: ['https://static.geetest.com'],
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const toIssued = (gt: string, challenge: string, isOnline: boolean): IssuedChallenge => ({
  challenge: {
    type: 'geetest3',
    challenge,
    gt,
    success: isOnline ? 1 : 0,
    new_captcha: true,
    expires_in: vendorChallengeSec,
  },
  is_offline: !isOnline,
});

/** Geetest, version 3: a challenge is registered there, and its solution is checked here and there. */
export function createGeetest3(
  { key, base, status_base, opens_when_away }: Geetest3Config,
  { random, fetch }: CaptchaVendorDeps,
): CaptchaVendor {
  const read = async (url: string, params: Record<string, string>): Promise<Record<string, unknown>> =>
    parseReply(
      await callService({
        method: 'GET',
        url: `${url}?${new URLSearchParams(params)}`,
        timeout_ms: startTimeoutMs,
        fetch,
      }),
    );
  async function probe(): Promise<void> {
    const { status } = await read(`${status_base}/v1/bypass_status.php`, { gt: key.id });
    if (status !== 'success') throw new AdapterError('unavailable', { reason: 'bypass' });
  }

  async function register(address: string): Promise<string> {
    const object = await read(`${base}/register.php`, {
      gt: key.id,
      json_format: '1',
      client_type: 'web',
      ip_address: address,
      user_id: hex(random(8)),
      sdk,
      digestmod: 'md5',
    });
    const challenge = textOf(object, 'challenge');
    if (!/^[0-9a-f]{32}$/.test(challenge)) throw new AdapterError('unauthorized', { reason: 'no_challenge' });
    return sign.signChallenge(key.secret, challenge);
  }

  async function isConfirmed(challenge: string, seccode: string): Promise<boolean> {
    const reply = await callService({
      method: 'POST',
      url: `${base}/validate.php`,
      headers: formType,
      body: new URLSearchParams({ seccode, gt: key.id, challenge, json_format: '1', sdk }).toString(),
      timeout_ms: checkTimeoutMs,
      fetch,
    });
    return sign.isSame(textOf(parseReply(reply), 'seccode'), sign.md5(seccode));
  }

  return {
    type: 'geetest3',
    id: key.id,
    opens_when_away,
    origins,
    is_polled: true,
    probe,
    issue: async (address) => toIssued(key.id, await register(address), true),
    issueOffline: () => toIssued(key.id, sign.offlineChallenge(hex(random(16)), hex(random(16))), false),
    async check({ id, is_offline }, answer) {
      const texts = parseTexts(answer, ['geetest_challenge', 'geetest_validate', 'geetest_seccode']);
      if (!texts) return 'failed';
      const { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: seccode } = texts;
      if (is_offline) return challenge === id && sign.isSolvedOffline(id, validate) ? 'unverified' : 'failed';
      // The script may append two characters; the vendor's signature covers them.
      const isOurs = challenge.startsWith(id) && challenge.length <= id.length + 2;
      if (!isOurs || !sign.isSolved(key.secret, challenge, validate)) return 'failed';
      return (await isConfirmed(challenge, seccode)) ? 'solved' : 'failed';
    },
    async test() {
      await probe();
      await register('127.0.0.1');
    },
  };
}
