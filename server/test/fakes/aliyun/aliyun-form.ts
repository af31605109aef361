import { wrongAliyunSignature } from '../aliyun-sms.ts';
import { listen, type FakeResponse, type Listener, type Trouble } from '../listen.ts';

type Answer = { code: string | number; more?: object };
export type AliyunFormFake = Listener & { set: (changes: { trouble?: Trouble; refuse_as?: string }) => void };

/** A service of Aliyun that takes a form: refuses what is not signed, repeated nonces, other actions and parameters it does not know. */
export async function startAliyunForm(
  { action, version, parameters }: { action: string; version: string; parameters: readonly string[] },
  clock: () => Date,
  answer: (form: URLSearchParams) => Answer,
): Promise<AliyunFormFake> {
  const nonces = new Set<string>();
  const state: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const say = (status: number, { code, more = {} }: Answer): FakeResponse => ({
    status,
    body: JSON.stringify({ Code: code, Message: String(code), RequestId: `request-${nonces.size}`, ...more }),
  });
  const listener = await listen(
    (request) => {
      const { headers } = request;
      const wrong = wrongAliyunSignature(request, clock());
      if (wrong !== null) return say(400, { code: wrong });
      const nonce = String(headers['x-acs-signature-nonce']);
      if (nonces.has(nonce)) return say(400, { code: 'SignatureNonceUsed' });
      nonces.add(nonce);
      if (headers['x-acs-action'] !== action || headers['x-acs-version'] !== version)
        return say(404, { code: 'InvalidAction.NotFound' });
      if (headers['content-type'] !== 'application/x-www-form-urlencoded')
        return say(400, { code: 'UnsupportedHTTPMethod' });
      const form = new URLSearchParams(request.body);
      if (request.url.search !== '' || [...form.keys()].some((key) => !parameters.includes(key)))
        return say(400, { code: 'InvalidParameter' });
      return say(200, state.refuse_as === '' ? answer(form) : { code: state.refuse_as });
    },
    () => state.trouble,
  );
  return { ...listener, set: (changes) => void Object.assign(state, changes) };
}
