import { createHash, createHmac } from 'node:crypto';
import vectors from './vectors/aliyun-acs3-hmac-sha256.json' with { type: 'json' };
import { listen, type FakeRequest, type FakeResponse, type Listener, type Trouble } from './listen.ts';

export type SentSms = { to: string; template: string; params: Record<string, string> | string[]; id: string };

export type SmsFake = Listener & {
  sent: SentSms[];
  set: (changes: { trouble?: Trouble; refuse_as?: string }) => void;
};

/** The settings of an account at this fake; its base is its address. */
export const aliyunSmsSettings = {
  sms_driver: 'aliyun',
  sms_access_key_id: vectors.accessKeyId,
  sms_access_key_secret: vectors.accessKeySecret,
  sms_sign: '测试签名',
  sms_template_verify: 'SMS_123456789',
  sms_template_notice: 'SMS_987654321',
} as const;

const minutesOff = 15;
const byTemplate: Record<string, string> = { SMS_123456789: 'code', SMS_987654321: 'title' };

/** Checks scheme V3 as its documentation describes it, apart from the product's signer; returns what is wrong, or null. */
export function wrongAliyunSignature({ method, path, headers, body }: FakeRequest, now: Date): string | null {
  const [, id = '', names = '', signature = ''] =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== vectors.accessKeyId) return 'InvalidAccessKeyId.NotFound';
  const date = Date.parse(String(headers['x-acs-date']));
  if (!(Math.abs(now.getTime() - date) <= minutesOff * 60_000)) return 'InvalidTimeStamp.Expired';
  const bodyHash = createHash('sha256').update(body, 'utf8').digest('hex');
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-acs-'))].sort();
  const [route = '', query = ''] = path.split('?');
  const canonical = `${method}\n${route}\n${query}\n${names
    .split(';')
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('')}\n${names}\n${bodyHash}`;
  const hash = createHash('sha256').update(canonical, 'utf8').digest('hex');
  const expected = createHmac('sha256', vectors.accessKeySecret).update(`ACS3-HMAC-SHA256\n${hash}`).digest('hex');
  const isComplete = must.every((name) => names.split(';').includes(name));
  return isComplete && headers['x-acs-content-sha256'] === bodyHash && signature === expected
    ? null
    : 'SignatureDoesNotMatch';
}

/** Aliyun Dysms: refuses what is not signed, repeated nonces, and templates and numbers it does not know. */
export async function startAliyunSms(clock: () => Date): Promise<SmsFake> {
  const [sent, nonces] = [[] as SentSms[], new Set<string>()];
  const set: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const say = (status: number, Code: string, more: object = {}): FakeResponse => ({
    status,
    body: JSON.stringify({ Code, Message: Code, RequestId: `request-${sent.length}`, ...more }),
  });
  function answer(request: FakeRequest): FakeResponse {
    const wrong = wrongAliyunSignature(request, clock());
    if (wrong !== null) return say(400, wrong);
    const nonce = String(request.headers['x-acs-signature-nonce']);
    if (nonces.has(nonce)) return say(400, 'SignatureNonceUsed');
    nonces.add(nonce);
    if (request.headers['x-acs-action'] !== 'SendSms' || request.headers['x-acs-version'] !== '2017-05-25')
      return say(404, 'InvalidAction.NotFound');
    if (set.refuse_as !== '') return say(200, set.refuse_as);
    const query = request.url.searchParams;
    const [to, template] = [query.get('PhoneNumbers') ?? '', query.get('TemplateCode') ?? ''];
    if (query.get('SignName') !== aliyunSmsSettings.sms_sign) return say(200, 'isv.SMS_SIGNATURE_ILLEGAL');
    const variable = byTemplate[template];
    if (variable === undefined) return say(200, 'isv.SMS_TEMPLATE_ILLEGAL');
    if (!/^1[3-9]\d{9}$/.test(to)) return say(200, 'isv.MOBILE_NUMBER_ILLEGAL');
    const params = JSON.parse(query.get('TemplateParam') ?? '{}') as Record<string, string>;
    if (typeof params[variable] !== 'string') return say(200, 'isv.TEMPLATE_MISSING_PARAMETERS');
    const id = `90061974693649${sent.length}^0`;
    sent.push({ to, template, params, id });
    return say(200, 'OK', { BizId: id });
  }
  const listener = await listen(answer, () => set.trouble);
  return { ...listener, sent, set: (changes) => void Object.assign(set, changes) };
}
