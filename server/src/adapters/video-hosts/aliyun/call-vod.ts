import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, parseObject, textOf, type Reply } from '../../call-service.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import type { AliyunKey } from '../../vendors/sign-aliyun.ts';
import { rpcQuery } from '../../vendors/sign-aliyun-rpc.ts';
import type { HostDeps } from '../host-deps.ts';

export type VodAccount = { key: AliyunKey; endpoint: string };
export type CallVod = (
  action: string,
  params: Readonly<Record<string, string>>,
  options: { /** Whether it may be sent twice. */ is_safe: boolean },
) => Promise<Record<string, unknown>>;

const timeoutMs = 10_000;
const pauseMs = 200;
const version = '2017-03-21';

const refusals: Refusals = [
  [/^(InvalidVideo|InvalidMedia)\.NotFound$/, 'rejected', 'no_such_video'],
  [/^Throttling/, 'rate_limited'],
  [/^(ServiceUnavailable|InternalError)/, 'unavailable', 'server_error'],
  [/^InvalidTimeStamp/, 'unauthorized', 'clock_skewed'],
  [/^(SignatureDoesNotMatch|InvalidAccessKeyId)/, 'unauthorized', 'wrong_key'],
  [/^(Forbidden\.RAM|NoPermission)/, 'unauthorized', 'access_denied'],
];

const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** Calls actions of Aliyun VOD; refusals are thrown. A repeated call gets a signature of its own, since each is taken once. */
export function createVodCall({ key, endpoint }: VodAccount, { clock, nonce, fetch }: HostDeps): CallVod {
  const send = (name: string, params: Readonly<Record<string, string>>): Promise<Reply> => {
    const query = rpcQuery(key, { name, version, params }, { now: clock(), nonce: nonce() });
    return callService({ method: 'GET', url: `${endpoint}/?${query}`, timeout_ms: timeoutMs, fetch });
  };
  async function sendSafely(name: string, params: Readonly<Record<string, string>>): Promise<Reply> {
    const first = await send(name, params).catch((error: unknown) => {
      if (error instanceof AdapterError && error.reason === 'network') return null;
      throw error;
    });
    if (first && !isPassing(first.status)) return first;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs * (1 + Math.random()));
    });
    return send(name, params);
  }
  return async (action, params, { is_safe }) => {
    const reply = await (is_safe ? sendSafely(action, params) : send(action, params));
    const answer = parseObject(reply.text);
    const code = textOf(answer, 'Code');
    if (reply.status === 200 && code === '' && textOf(answer, 'RequestId') !== '') return answer;
    if (code === '') throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response');
    throw refusalOf(refusals, { code, text: textOf(answer, 'Message'), request_id: textOf(answer, 'RequestId') });
  };
}

export const isNoSuchVideo = (error: unknown): boolean =>
  error instanceof AdapterError && error.reason === 'no_such_video';
