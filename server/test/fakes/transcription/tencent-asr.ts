import { listen, type FakeResponse, type Listener, type Trouble } from '../listen.ts';
import { wrongTencentSignature } from '../tencent-sms.ts';
import vectors from '../vectors/tencent-tc3.json' with { type: 'json' };
import { wordsIn } from './speech.ts';

/** The settings of an account at this fake; its base is added where it is started. */
export const tencentEarsSettings = {
  transcription_driver: 'tencent',
  transcription_secret_id: vectors.secretId,
  transcription_secret_key: vectors.secretKey,
} as const;

type Body = { EngSerViceType: string; SourceType: number; VoiceFormat: string; Data: string; DataLen: number };
const allowedKeys = ['EngSerViceType', 'SourceType', 'VoiceFormat', 'Data', 'DataLen'];
const mostBytes = 3 * 1024 * 1024;

export type TencentAsr = Listener & { set: (changes: { trouble?: Trouble; refuse_as?: string }) => void };

/** Tencent Cloud SentenceRecognition: refuses what is not signed, fields it does not know, and data of another length. Every response has status 200. */
export async function startTencentAsr(clock: () => Date): Promise<TencentAsr> {
  const state: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const respond = (response: object): FakeResponse => ({
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: 'request-asr' } }),
  });
  const fail = (code: string): FakeResponse => respond({ Error: { Code: code, Message: code } });
  const listener = await listen(
    (request) => {
      const wrong = wrongTencentSignature(request, clock(), 'asr');
      if (wrong !== null) return fail(wrong);
      const { headers } = request;
      if (headers['x-tc-action'] !== 'SentenceRecognition' || headers['x-tc-version'] !== '2019-06-14')
        return fail('InvalidAction');
      if (state.refuse_as !== '') return fail(state.refuse_as);
      const body = JSON.parse(request.body) as Body;
      if (Object.keys(body).some((key) => !allowedKeys.includes(key))) return fail('UnknownParameter');
      const bytes = Buffer.from(body.Data, 'base64');
      if (body.SourceType !== 1 || !['16k_zh', '16k_en'].includes(body.EngSerViceType))
        return fail('InvalidParameterValue');
      if (body.VoiceFormat !== 'wav' || bytes.toString('latin1', 0, 4) !== 'RIFF')
        return fail('InvalidParameterValue.ErrorVoiceFormat');
      if (bytes.length !== body.DataLen || bytes.length > mostBytes)
        return fail('InvalidParameterValue.ErrorVoicedataTooLong');
      return respond({ Result: wordsIn(bytes) ?? '' });
    },
    () => state.trouble,
  );
  return { ...listener, set: (changes) => void Object.assign(state, changes) };
}
