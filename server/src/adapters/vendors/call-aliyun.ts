import { AdapterError } from '../../core/adapter-error.ts';
import { callService, parseObject, textOf, type ServiceCall } from '../call-service.ts';
import { refusalOf, type Refusals } from '../refusal.ts';
import { aliyunHeaders, authorizeAliyun, canonicalQuery, type AliyunKey } from './sign-aliyun.ts';

type AliyunCall = Pick<ServiceCall, 'timeout_ms' | 'is_safe' | 'fetch'> & {
  key: AliyunKey;
  /** Address of the service without a path. */
  base: string;
  action: string;
  version: string;
  /** Parameters of the action, sent as a form. */
  form: Readonly<Record<string, string>>;
  now: Date;
  nonce: string;
  refusals: Refusals;
};

/** Refusals that every service of Aliyun knows. */
const usualRefusals: Refusals = [
  [/^Throttling/, 'rate_limited'],
  [/^InvalidTimeStamp/, 'unauthorized', 'clock_skewed'],
  [/^(SignatureDoesNotMatch|InvalidAccessKeyId|SignatureNonceUsed|Forbidden|NoPermission)/, 'unauthorized'],
  [/^(ServiceUnavailable|InternalError|5\d\d$)/, 'unavailable'],
];

/** Calls an action of Aliyun whose answer says 200 when it worked. Throws what the vendor refused by its codes; `unavailable` or `bad_response` without an answer of its own. */
export async function callAliyun({
  key,
  base,
  action: name,
  version,
  form,
  now,
  nonce,
  refusals,
  ...call
}: AliyunCall): Promise<{ answer: Record<string, unknown>; request_id: string }> {
  const body = canonicalQuery(form);
  const headers = {
    ...aliyunHeaders({ host: new URL(base).host, name, version, body }, { now, nonce }),
    'content-type': 'application/x-www-form-urlencoded',
  };
  const authorization = authorizeAliyun(key, { method: 'POST', path: '/', query: '', headers, body });
  const reply = await callService({
    method: 'POST',
    url: `${base}/`,
    headers: { ...headers, authorization },
    body,
    ...call,
  });
  const answer = parseObject(reply.text);
  const [code, requestId] = [textOf(answer, 'Code'), textOf(answer, 'RequestId')];
  if (code === '') throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response');
  if (code === '200') return { answer, request_id: requestId };
  throw refusalOf([...refusals, ...usualRefusals], { code, text: textOf(answer, 'Message'), request_id: requestId });
}
