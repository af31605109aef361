import { createSign } from 'node:crypto';
import { isSignedByApp } from '../alipay.ts';
import { wrongAliyunSignature } from '../aliyun-sms.ts';
import { listen, type FakeRequest, type FakeResponse, type Listener, type Trouble } from '../listen.ts';
import { wrongTencentSignature } from '../tencent-sms.ts';
import alipayKeys from '../vectors/alipay-rsa2.json' with { type: 'json' };
import aliyunKeys from '../vectors/aliyun-acs3-hmac-sha256.json' with { type: 'json' };
import tencentKeys from '../vectors/tencent-tc3.json' with { type: 'json' };

type Check = {
  id: string;
  name: string;
  number: string;
  order: string;
  back: string;
  state: 'open' | 'passed' | 'failed';
};
type Set = { trouble: Trouble; refuse_as: string };

/** A vendor of face checks with a page where the person passes or fails. */
export type FaceFake = Listener & {
  /** Opened checks, each of which is paid. */
  checks: Check[];
  decide: (id: string, state: 'passed' | 'failed') => void;
  set: (changes: Partial<Set>) => void;
  settings: Readonly<Record<string, string>>;
};

const html = (body: string): FakeResponse => ({
  status: 200,
  type: 'text/html;charset=utf-8',
  body: `<!doctype html><meta name="viewport" content="width=device-width"><title>face</title>${body}`,
});

/** The books of a vendor and its page; `answer` speaks its protocol, `back` is what it adds to the return address. */
async function startFace(
  settings: Record<string, string>,
  baseKey: string,
  vendor: {
    back: (check: Check) => Record<string, string>;
    answer: (request: FakeRequest, books: Books) => FakeResponse;
  },
): Promise<FaceFake> {
  const checks: Check[] = [];
  const set: Set = { trouble: 'none', refuse_as: '' };
  let address = '';
  const books: Books = {
    set,
    find: (id) => checks.find((one) => one.id === id),
    open: (check) => {
      const one: Check = { ...check, id: `${vendorId}${checks.length}`, state: 'open' };
      checks.push(one);
      return { id: one.id, url: `${address}/page/${one.id}` };
    },
  };
  const decide = (id: string, state: 'passed' | 'failed'): Check => {
    const check = books.find(id);
    if (!check) throw new Error('no such check');
    // The page takes one submission.
    if (check.state === 'open') check.state = state;
    return check;
  };
  function page(id: string, state: string | null): FakeResponse {
    if (state === null)
      return html(
        `<h1>${books.find(id)?.name ?? ''}</h1><a href="?state=passed">通过</a> <a href="?state=failed">不通过</a>`,
      );
    const check = decide(id, state === 'passed' ? 'passed' : 'failed');
    const target = new URL(check.back);
    for (const [name, value] of Object.entries(vendor.back(check))) target.searchParams.set(name, value);
    return { status: 302, headers: { Location: target.href }, body: '' };
  }
  const listener = await listen(
    (request) => {
      const id = /^\/page\/([^/]+)$/.exec(request.url.pathname)?.[1];
      return id === undefined ? vendor.answer(request, books) : page(id, request.url.searchParams.get('state'));
    },
    () => set.trouble,
  );
  address = listener.base;
  return {
    ...listener,
    checks,
    decide: (id, state) => void decide(id, state),
    set: (changes) => void Object.assign(set, changes),
    settings: { ...settings, [baseKey]: listener.base },
  };
}

const vendorId = '91707dc296d469ad38e4c5efa6a0f24';
type Books = {
  set: Set;
  find: (id: string) => Check | undefined;
  open: (check: Omit<Check, 'id' | 'state'>) => { id: string; url: string };
};

/** Aliyun: InitFaceVerify and DescribeFaceVerify; verdicts are numbers in an answer of status 200. */
export function startAliyunFace(clock: () => Date): Promise<FaceFake> {
  const nonces = new Set<string>();
  const say = (status: number, Code: string, ResultObject?: object): FakeResponse => ({
    status,
    body: JSON.stringify({ Code, Message: Code, RequestId: 'request-1', ResultObject }),
  });
  const settings = {
    face_driver: 'aliyun',
    face_access_key_id: aliyunKeys.accessKeyId,
    face_access_key_secret: aliyunKeys.accessKeySecret,
    face_scene_id: '1000000006',
  };
  return startFace(settings, 'face_aliyun_base', {
    back: ({ id, state }) => ({
      response: JSON.stringify({ code: 1000, extInfo: { certifyId: id }, reason: state }),
    }),
    answer(request, { find, open, set }) {
      const wrong = wrongAliyunSignature(request, clock());
      if (wrong !== null) return say(400, wrong);
      const nonce = String(request.headers['x-acs-signature-nonce']);
      if (nonces.has(nonce)) return say(400, 'SignatureNonceUsed');
      nonces.add(nonce);
      if (request.headers['x-acs-version'] !== '2019-03-07') return say(404, 'InvalidAction.NotFound');
      if (set.refuse_as !== '') return say(200, set.refuse_as);
      const query = Object.fromEntries(request.url.searchParams);
      if (query['SceneId'] !== settings.face_scene_id) return say(200, '404');
      if (request.headers['x-acs-action'] === 'DescribeFaceVerify') {
        const check = find(query['CertifyId'] ?? '');
        if (!check) return say(200, '404');
        if (check.state === 'open') return say(200, '424');
        const isPassed = check.state === 'passed';
        return say(200, '200', { Passed: isPassed ? 'T' : 'F', SubCode: isPassed ? '200' : '204' });
      }
      const { CertName: name = '', CertNo: number = '', OuterOrderNo: order = '', ReturnUrl: back = '' } = query;
      const isWhole =
        /^[0-9a-z]{32}$/i.test(order) &&
        query['ProductCode'] === 'ID_PRO' &&
        query['CertType'] === 'IDENTITY_CARD' &&
        (query['MetaInfo'] ?? '').startsWith('{') &&
        new URLSearchParams(request.body).has('Model');
      if (!isWhole || name === '' || number === '') return say(200, '401');
      const { id, url } = open({ name, number, order, back });
      return say(200, '200', { CertifyId: id, CertifyUrl: url });
    },
  });
}

/** Tencent Cloud: DetectAuth and GetDetectInfoEnhanced; every response has status 200. */
export function startTencentFace(clock: () => Date): Promise<FaceFake> {
  const settings = {
    face_driver: 'tencent',
    face_tencent_secret_id: tencentKeys.secretId,
    face_tencent_secret_key: tencentKeys.secretKey,
    face_tencent_rule_id: '1',
  };
  const respond = (response: object): FakeResponse => ({
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: 'request-1' } }),
  });
  const fail = (code: string): FakeResponse => respond({ Error: { Code: code, Message: code } });
  return startFace(settings, 'face_tencent_base', {
    back: ({ id }) => ({ BizToken: id }),
    answer(request, { find, open, set }) {
      const wrong = wrongTencentSignature(request, clock(), 'faceid');
      if (wrong !== null) return fail(wrong);
      if (request.headers['x-tc-version'] !== '2018-03-01') return fail('InvalidAction');
      if (set.refuse_as !== '') return fail(set.refuse_as);
      const body = JSON.parse(request.body) as Record<string, string>;
      if (body['RuleId'] !== settings.face_tencent_rule_id) return fail('InvalidParameterValue.RuleIdNotExist');
      if (request.headers['x-tc-action'] === 'DetectAuth') {
        const { Name: name = '', IdCard: number = '', RedirectUrl: back = '', Extra: order = '' } = body;
        const { id, url } = open({ name, number, order, back });
        return respond({ BizToken: id, Url: url });
      }
      const check = find(body['BizToken'] ?? '');
      if (!check) return fail('InvalidParameterValue.BizTokenIllegal');
      if (check.state === 'open') return respond({ Text: { ErrCode: null, ErrMsg: null } });
      const isPassed = check.state === 'passed';
      return respond({
        Text: { ErrCode: isPassed ? 0 : 2014, IdCard: check.number, Name: check.name, Extra: check.order },
      });
    },
  });
}

/** Alipay: initialize, certify (a page) and query; what is not signed is refused, answers are signed. */
export function startAlipayFace(): Promise<FaceFake> {
  const settings = {
    face_driver: 'alipay',
    face_alipay_appid: alipayKeys.appId,
    face_alipay_private_key: alipayKeys.appPrivateKeyPkcs8Pem,
    face_alipay_public_key: alipayKeys.alipayPublicKeyPem,
  };
  const respond = (method: string, content: object): FakeResponse => {
    const text = JSON.stringify(content);
    const signature = createSign('RSA-SHA256').update(text).sign(alipayKeys.alipayPrivateKeyPkcs8Pem, 'base64');
    return {
      status: 200,
      type: 'text/html;charset=utf-8',
      body: `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${signature}"}`,
    };
  };
  const success = { code: '10000', msg: 'Success' };
  return startFace(settings, 'face_alipay_gateway', {
    back: () => ({}),
    answer(request, { find, open, set }) {
      const params = new URLSearchParams(`${request.url.search.slice(1)}&${request.body}`);
      if (!isSignedByApp(params))
        return {
          status: 200,
          body: '{"error_response":{"code":"40002","msg":"Invalid Arguments","sub_code":"isv.invalid-signature"}}',
        };
      const method = params.get('method') ?? '';
      if (set.refuse_as !== '') return respond(method, { code: '40004', msg: 'x', sub_code: set.refuse_as });
      const content = JSON.parse(params.get('biz_content') ?? '{}') as {
        certify_id?: string;
        outer_order_no: string;
        identity_param: { cert_name: string; cert_no: string };
        merchant_config: { return_url: string };
      };
      if (method === 'alipay.user.certify.open.initialize') {
        const { cert_name: name, cert_no: number } = content.identity_param;
        const { id } = open({ name, number, order: content.outer_order_no, back: content.merchant_config.return_url });
        return respond(method, { ...success, certify_id: id });
      }
      const check = find(content.certify_id ?? '');
      if (!check) return respond(method, { code: '40004', msg: 'x', sub_code: 'OPEN_CERTIFY_BILL_NOT_EXIST' });
      if (method === 'alipay.user.certify.open.certify')
        return { status: 302, headers: { Location: `/page/${check.id}` }, body: '' };
      return respond(method, { ...success, passed: check.state === 'passed' ? 'T' : 'F' });
    },
  });
}
