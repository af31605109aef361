import { listen, type FakeResponse, type Listener, type Trouble } from '../listen.ts';
import { wrongTencentSignature } from '../tencent-sms.ts';
import vectors from '../vectors/tencent-tc3.json' with { type: 'json' };

/** The settings of an account at this fake; its base is added where it is started. */
export const tencentTranslationSettings = {
  translation_driver: 'tencent',
  translation_secret_id: vectors.secretId,
  translation_secret_key: vectors.secretKey,
} as const;

type Body = { SourceText: string; Source: string; Target: string; ProjectId: number };
export type TencentTmt = Listener & {
  /** What was accepted. */
  seen: Body[];
  set: (changes: { trouble?: Trouble; refuse_as?: string }) => void;
};

const parameters = new Set(['SourceText', 'Source', 'Target', 'ProjectId', 'UntranslatedText']);

/** Tencent Cloud TextTranslate: refuses what is not signed, and what it does not know. Every response has status 200. */
export async function startTencentTmt(clock: () => Date): Promise<TencentTmt> {
  const seen: Body[] = [];
  const state: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const respond = (response: object): FakeResponse => ({
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: `tmt-${seen.length}` } }),
  });
  const fail = (code: string): FakeResponse => respond({ Error: { Code: code, Message: code } });
  const listener = await listen(
    (request) => {
      const wrong = wrongTencentSignature(request, clock(), 'tmt');
      if (wrong !== null) return fail(wrong);
      const { headers } = request;
      if (headers['x-tc-action'] !== 'TextTranslate' || headers['x-tc-version'] !== '2018-03-21')
        return fail('InvalidAction');
      if (headers['x-tc-region'] === undefined) return fail('MissingParameter');
      if (state.refuse_as !== '') return fail(state.refuse_as);
      const body = JSON.parse(request.body) as Body;
      if (Object.keys(body).some((key) => !parameters.has(key))) return fail('UnknownParameter');
      if (body.SourceText === '' || body.ProjectId !== 0) return fail('InvalidParameter');
      if (body.Source !== 'en' || body.Target !== 'zh') return fail('UnsupportedOperation.UnsupportedLanguage');
      seen.push(body);
      return respond({ TargetText: `译文：${body.SourceText}`, Source: body.Source, Target: body.Target });
    },
    () => state.trouble,
  );
  return { ...listener, seen, set: (changes) => void Object.assign(state, changes) };
}
