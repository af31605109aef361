import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, objectOf, parseObject, textOf, type Reply, wasNotSent } from '../../call-service.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import { aliyunHeaders, authorizeAliyun, canonicalQuery, type AliyunKey } from '../../vendors/sign-aliyun.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';

export type AliyunFaceConfig = { key: AliyunKey; scene_id: string; bases: readonly string[] };
type Action = { name: string; params: Record<string, string>; form?: Record<string, string> };

const timeoutMs = 15_000;
const version = '2019-03-07';
const validMs = 30 * 60_000;
/** The object it offers describes the device: `getMetaInfo()`. */
const script = 'https://cn-shanghai-aliyun-cloudauth.oss-cn-shanghai.aliyuncs.com/web_sdk_js/jsvm_all.js';

const refusals: Refusals = [
  [/^(ServiceUnavailable|InternalError|5\d\d$)/, 'unavailable'],
  [/^Throttling/, 'rate_limited'],
  [
    /^(SignatureDoesNotMatch|InvalidAccessKeyId|InvalidTimeStamp|SignatureNonceUsed|Forbidden|NoPermission)/,
    'unauthorized',
  ],
];

function readAnswer({ text, status }: Reply): Record<string, unknown> {
  const answer = parseObject(text);
  if (textOf(answer, 'Code') === '') throw new AdapterError(status >= 500 ? 'unavailable' : 'bad_response');
  return answer;
}

const refuse = (answer: Record<string, unknown>): AdapterError =>
  refusalOf(refusals, {
    code: textOf(answer, 'Code'),
    text: textOf(answer, 'Message'),
    request_id: textOf(answer, 'RequestId'),
  });

/** Aliyun's financial-grade verification in the browser: InitFaceVerify and DescribeFaceVerify. */
export function createAliyunFace(
  { key, scene_id, bases }: AliyunFaceConfig,
  { clock, nonce, fetch }: FaceDeps,
): FaceProvider {
  async function callAt(base: string, { name, params, form }: Action): Promise<Reply> {
    const query = canonicalQuery(params);
    const body = form ? canonicalQuery(form) : '';
    const { host } = new URL(base);
    const headers = {
      ...aliyunHeaders({ host, name, version, body }, { now: clock(), nonce: nonce() }),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    };
    const authorization = authorizeAliyun(key, { method: 'POST', path: '/', query, headers, body });
    return callService({
      method: 'POST',
      url: `${base}/?${query}`,
      headers: { ...headers, authorization },
      ...(form ? { body } : {}),
      timeout_ms: timeoutMs,
      fetch,
    });
  }

  /** Tries the next address when one could not be reached; a check that may have been opened, which is paid, is not opened twice. */
  async function call(action: Action): Promise<Record<string, unknown>> {
    for (const base of bases.slice(0, -1)) {
      const reply = await callAt(base, action).catch((error: unknown) => {
        if (wasNotSent(error)) return null;
        throw error;
      });
      if (reply) return readAnswer(reply);
    }
    return readAnswer(await callAt(bases.at(-1) ?? '', action));
  }

  return {
    name: 'aliyun',
    script,
    async start({ identity, order_no, return_url, device }) {
      if (device === '') throw new AdapterError('config_invalid', { reason: 'no_device' });
      const answer = await call({
        name: 'InitFaceVerify',
        params: {
          SceneId: scene_id,
          OuterOrderNo: order_no,
          ProductCode: 'ID_PRO',
          CertType: 'IDENTITY_CARD',
          CertName: identity.real_name,
          CertNo: identity.id_card,
          ReturnUrl: return_url,
          MetaInfo: device,
          CertifyUrlType: 'H5',
        },
        form: { Model: 'MOVE_ACTION' },
      });
      const result = objectOf(answer, 'ResultObject');
      const [id, url] = [textOf(result, 'CertifyId'), textOf(result, 'CertifyUrl')];
      if (textOf(answer, 'Code') !== '200') throw refuse(answer);
      if (id === '' || url === '') throw new AdapterError('bad_response');
      return { vendor_id: id, url, valid_ms: validMs };
    },
    async result({ vendor_id: id }) {
      const answer = await call({ name: 'DescribeFaceVerify', params: { SceneId: scene_id, CertifyId: id } });
      const code = textOf(answer, 'Code');
      // A number below 500 is about the check: not submitted yet, or unknown.
      if (/^4\d\d$/.test(code)) return 'pending';
      if (code !== '200') throw refuse(answer);
      const result = objectOf(answer, 'ResultObject');
      const [passed, subCode] = [textOf(result, 'Passed'), textOf(result, 'SubCode')];
      if (passed === 'T') return 'passed';
      return passed === 'F' && subCode !== '' ? 'failed' : 'pending';
    },
  };
}
