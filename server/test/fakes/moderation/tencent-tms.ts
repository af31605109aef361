import { listen, type FakeResponse, type Listener, type Trouble } from '../listen.ts';
import { wrongTencentSignature } from '../tencent-sms.ts';
import vectors from '../vectors/tencent-tc3.json' with { type: 'json' };
import { riskIn, type Risk } from './verdicts.ts';

/** The settings of an account at this fake; its base is added where it is started. */
export const tencentModerationSettings = {
  moderation_driver: 'tencent',
  moderation_secret_id: vectors.secretId,
  moderation_secret_key: vectors.secretKey,
} as const;

type Body = { Content: string; BizType?: string };
export type TencentTms = Listener & {
  seen: { text: string; biz_type: string | null }[];
  set: (changes: { trouble?: Trouble; refuse_as?: string }) => void;
};

const parameters = new Set(['Content', 'BizType', 'DataId']);
const longest = 10_000;
const answers: Readonly<Record<Risk, [suggestion: string, label: string]>> = {
  none: ['Pass', 'Normal'],
  doubt: ['Review', 'Ad'],
  sexual: ['Block', 'Porn'],
  despair: ['Block', 'Custom'],
  secret: ['Block', 'Illegal'],
};

/** Tencent Cloud TextModeration: refuses what is not signed, and what it does not know. Every response has status 200. */
export async function startTencentTms(clock: () => Date): Promise<TencentTms> {
  const seen: TencentTms['seen'] = [];
  const state: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const respond = (response: object): FakeResponse => ({
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: `tms-${seen.length}` } }),
  });
  const fail = (code: string): FakeResponse => respond({ Error: { Code: code, Message: code } });
  const listener = await listen(
    (request) => {
      const wrong = wrongTencentSignature(request, clock(), 'tms');
      if (wrong !== null) return fail(wrong);
      const { headers } = request;
      if (headers['x-tc-action'] !== 'TextModeration' || headers['x-tc-version'] !== '2020-12-29')
        return fail('InvalidAction');
      if (state.refuse_as !== '') return fail(state.refuse_as);
      const body = JSON.parse(request.body) as Body;
      if (Object.keys(body).some((key) => !parameters.has(key))) return fail('UnknownParameter');
      const bytes = Buffer.from(body.Content, 'base64');
      if (bytes.toString('base64') !== body.Content) return fail('InvalidParameterValue.ErrTextContentType');
      const text = bytes.toString('utf8');
      if (text === '' || text.length > longest) return fail('InvalidParameterValue.ErrTextContentLen');
      seen.push({ text, biz_type: body.BizType ?? null });
      const [Suggestion, Label] = answers[riskIn(text)];
      return respond({ Suggestion, Label, Score: Suggestion === 'Pass' ? 0 : 90, BizType: body.BizType ?? '0' });
    },
    () => state.trouble,
  );
  return { ...listener, seen, set: (changes) => void Object.assign(state, changes) };
}
