import { createHash, createHmac } from 'node:crypto';
import type { SentSms, SmsFake } from './aliyun-sms.ts';
import vectors from './vectors/tencent-tc3.json' with { type: 'json' };
import { listen, type FakeRequest, type FakeResponse, type Trouble } from './listen.ts';

/** The settings of an account at this fake; its base is its address. */
export const tencentSmsSettings = {
  sms_driver: 'tencent',
  tencent_secret_id: vectors.secretId,
  tencent_secret_key: vectors.secretKey,
  tencent_sms_appid: '1400006666',
  tencent_sms_sign: '腾讯云',
  tencent_sms_template_verify: '1234567',
  tencent_sms_template_notice: '7654321',
} as const;

const minutesOff = 5;
const paramsOf: Record<string, number> = { 1234567: 2, 7654321: 1 };

/** Checks scheme TC3 as its documentation describes it, apart from the product's signer; returns what is wrong, or null. */
export function wrongTencentSignature({ headers, body }: FakeRequest, now: Date, service = 'sms'): string | null {
  const time = Number(headers['x-tc-timestamp']);
  if (!(Math.abs(now.getTime() / 1000 - time) <= minutesOff * 60)) return 'AuthFailure.SignatureExpire';
  const day = new Date(time * 1000).toISOString().slice(0, 10);
  const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${String(headers['content-type'])}`,
    `host:${String(headers.host)}`,
    '',
    'content-type;host',
    hash(body),
  ].join('\n');
  let key = Buffer.from(`TC3${vectors.secretKey}`, 'utf8');
  for (const part of [day, service, 'tc3_request']) key = createHmac('sha256', key).update(part).digest();
  const text = ['TC3-HMAC-SHA256', time, `${day}/${service}/tc3_request`, hash(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const expected = `TC3-HMAC-SHA256 Credential=${vectors.secretId}/${day}/${service}/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`;
  return headers.authorization === expected ? null : 'AuthFailure.SignatureFailure';
}

type SendBody = {
  SmsSdkAppId: string;
  SignName: string;
  TemplateId: string;
  TemplateParamSet: string[];
  PhoneNumberSet: string[];
};

/** Tencent Cloud SMS: refuses what is not signed, and templates and numbers it does not know. Every response has status 200. */
export async function startTencentSms(clock: () => Date): Promise<SmsFake> {
  const sent: SentSms[] = [];
  const set: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const respond = (response: object): FakeResponse => ({
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: `request-${sent.length}` } }),
  });
  const fail = (code: string): FakeResponse => respond({ Error: { Code: code, Message: code } });
  function answer(request: FakeRequest): FakeResponse {
    const wrong = wrongTencentSignature(request, clock());
    if (wrong !== null) return fail(wrong);
    if (request.headers['x-tc-action'] !== 'SendSms' || request.headers['x-tc-version'] !== '2021-01-11')
      return fail('InvalidAction');
    const body = JSON.parse(request.body) as SendBody;
    const [number = ''] = body.PhoneNumberSet;
    const status = (code: string, id = ''): FakeResponse =>
      respond({
        SendStatusSet: [{ SerialNo: id, PhoneNumber: number, Fee: id === '' ? 0 : 1, Code: code, Message: code }],
      });
    if (set.refuse_as !== '') return status(set.refuse_as);
    if (body.SmsSdkAppId !== tencentSmsSettings.tencent_sms_appid)
      return fail('UnauthorizedOperation.SmsSdkAppIdVerifyFail');
    if (body.SignName !== tencentSmsSettings.tencent_sms_sign)
      return status('FailedOperation.SignatureIncorrectOrUnapproved');
    if (paramsOf[body.TemplateId] !== body.TemplateParamSet.length)
      return status('FailedOperation.TemplateIncorrectOrUnapproved');
    if (!/^\+861[3-9]\d{9}$/.test(number)) return status('InvalidParameterValue.IncorrectPhoneNumber');
    const id = `5000:${1_045_710_669_157_053_000 + sent.length}`;
    sent.push({ to: number.slice(3), template: body.TemplateId, params: body.TemplateParamSet, id });
    return status('Ok', id);
  }
  const listener = await listen(answer, () => set.trouble);
  return { ...listener, sent, set: (changes) => void Object.assign(set, changes) };
}
