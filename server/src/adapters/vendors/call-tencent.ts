import { AdapterError } from '../../core/adapter-error.ts';
import { callService, objectOf, parseObject, textOf, type ServiceCall } from '../call-service.ts';
import { refusalOf, type Refusals } from '../refusal.ts';
import { authorizeTencent, unixSeconds, type TencentKey } from './sign-tencent.ts';

const contentType = 'application/json';
/** Also of services that work the same everywhere: most refuse a call without one. */
const region = 'ap-guangzhou';

type TencentCall = Pick<ServiceCall, 'timeout_ms' | 'is_safe' | 'fetch'> & {
  key: TencentKey;
  /** Address of the service without a path. */
  base: string;
  /** As the signature names it: `sms`, `faceid`, `tts`. */
  service: string;
  action: string;
  version: string;
  params: object;
  now: Date;
  refusals: Refusals;
};

export type TencentReply = { response: Record<string, unknown>; request_id: string };

/** Calls an action of Tencent Cloud, API 3.0. Throws what the vendor refused by its codes; `unavailable` or `bad_response` without an answer of its own. */
export async function callTencent({
  key,
  base,
  service,
  action,
  version,
  params,
  now,
  refusals,
  ...call
}: TencentCall): Promise<TencentReply> {
  const body = JSON.stringify(params);
  const { host } = new URL(base);
  const reply = await callService({
    method: 'POST',
    url: `${base}/`,
    headers: {
      'content-type': contentType,
      'x-tc-action': action,
      'x-tc-version': version,
      'x-tc-region': region,
      'x-tc-timestamp': unixSeconds(now),
      authorization: authorizeTencent(key, { service, host, content_type: contentType, body, now }),
    },
    body,
    ...call,
  });
  const response = objectOf(parseObject(reply.text), 'Response');
  const failure = objectOf(response, 'Error');
  const [code, requestId] = [textOf(failure, 'Code'), textOf(response, 'RequestId')];
  if (code !== '') throw refusalOf(refusals, { code, text: textOf(failure, 'Message'), request_id: requestId });
  if (requestId === '') throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response');
  return { response, request_id: requestId };
}
