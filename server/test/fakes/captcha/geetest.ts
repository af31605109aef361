import { createHash, createHmac } from 'node:crypto';
import { listen, type FakeRequest, type FakeResponse, type Listener, type Trouble } from '../listen.ts';
import vectors from '../vectors/geetest.json' with { type: 'json' };

const { v3, v4 } = vectors;

/** The settings of an account of each version at this fake; the base is its address. */
export const geetest4Settings = {
  captcha_driver: 'geetest4',
  geetest_id: v4.captcha_id,
  geetest_key: v4.captcha_key,
} as const;
export const geetest3Settings = { captcha_driver: 'geetest3', geetest_id: v3.id, geetest_key: v3.key } as const;

export type GeetestFake = Listener & {
  /** What the script returns once a person has solved a challenge of version 4. */
  solve4: () => Record<string, string>;
  /** The same of version 3, for the challenge the browser received. */
  solve3: (challenge: string) => Record<string, string>;
  set: (changes: { trouble?: Trouble; is_bypassed?: boolean }) => void;
};

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const json = (body: object): FakeResponse => ({ status: 200, body: JSON.stringify(body) });

type Lot = { pass_token: string; captcha_output: string; gen_time: string; is_used: boolean };

/** Version 4 as its documentation describes it: each solved lot is verified once, by whoever has the key. */
function createVersion4() {
  const lots = new Map<string, Lot>();
  let count = 0;
  const fail = (reason: string): FakeResponse => json({ status: 'success', result: 'fail', reason, captcha_args: {} });
  const refuse = (message: string): FakeResponse =>
    json({ status: 'error', code: '-50005', msg: message, desc: { type: 'defined error' } });
  return {
    solve(): Record<string, string> {
      count += 1;
      const lot_number = md5(`lot ${count}`);
      const lot = {
        pass_token: md5(`token ${count}`).repeat(2),
        captcha_output: `output-${count}==`,
        gen_time: '1768464000',
      };
      lots.set(lot_number, { ...lot, is_used: false });
      return { lot_number, ...lot, captcha_id: v4.captcha_id };
    },
    validate({ url, body }: FakeRequest): FakeResponse {
      const sent = Object.fromEntries(new URLSearchParams(body));
      const missing = ['lot_number', 'captcha_output', 'pass_token', 'gen_time', 'sign_token'].find(
        (key) => !sent[key],
      );
      if (missing) return refuse(`illegal ${missing}`);
      if (url.searchParams.get('captcha_id') !== v4.captcha_id) return refuse('illegal captcha_id');
      const token = createHmac('sha256', v4.captcha_key)
        .update(sent['lot_number'] ?? '')
        .digest('hex');
      if (sent['sign_token'] !== token) return refuse('illegal sign_token');
      const lot = lots.get(sent['lot_number'] ?? '');
      if (!lot) return fail('lot_number not found');
      if (lot.pass_token !== sent['pass_token'] || lot.captcha_output !== sent['captcha_output'])
        return fail('pass_token error');
      if (lot.is_used) return fail('pass_token expire');
      lot.is_used = true;
      return json({
        status: 'success',
        result: 'success',
        reason: '',
        captcha_args: { used_type: 'slide', lot_number: sent['lot_number'] },
      });
    },
  };
}

/** Version 3: registers challenges and confirms each solution once. */
function createVersion3() {
  const solved = new Map<string, string>();
  let count = 0;
  return {
    register({ url }: FakeRequest): FakeResponse {
      const { gt, digestmod, json_format } = Object.fromEntries(url.searchParams);
      if (gt !== v3.id || digestmod !== 'md5' || json_format !== '1') return json({ challenge: '' });
      count += 1;
      return json({ challenge: md5(`registered ${count}`) });
    },
    solve(challenge: string): Record<string, string> {
      const validate = md5(`${v3.key}geetest${challenge}`);
      solved.set(challenge, `${validate}|jordan`);
      return { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: `${validate}|jordan` };
    },
    validate({ body }: FakeRequest): FakeResponse {
      const { gt, challenge = '', seccode = '' } = Object.fromEntries(new URLSearchParams(body));
      const isRight = gt === v3.id && solved.get(challenge) === seccode;
      solved.delete(challenge);
      return json({ seccode: isRight ? md5(seccode) : 'false' });
    },
  };
}

/** Geetest, both versions; its browser scripts are played by the tests through `solve4` and `solve3`. */
export async function startGeetest(): Promise<GeetestFake> {
  const set = { trouble: 'none' as Trouble, is_bypassed: false };
  const [four, three] = [createVersion4(), createVersion3()];
  function answer(request: FakeRequest): FakeResponse {
    const { pathname } = request.url;
    if (pathname === '/validate') return four.validate(request);
    if (pathname === '/register.php') return three.register(request);
    if (pathname === '/validate.php') return three.validate(request);
    if (pathname === '/v1/bypass_status.php') return json({ status: set.is_bypassed ? 'fail' : 'success' });
    return { status: 404, body: '{}' };
  }
  const listener = await listen(answer, () => set.trouble);
  return {
    ...listener,
    solve4: () => four.solve(),
    solve3: (challenge) => three.solve(challenge),
    set: (changes) => void Object.assign(set, changes),
  };
}
