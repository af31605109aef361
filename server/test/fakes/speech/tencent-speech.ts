import { listen, type FakeRequest, type FakeResponse, type Listener, type Trouble } from '../listen.ts';
import { wrongTencentSignature } from '../tencent-sms.ts';
import vectors from '../vectors/tencent-tc3.json' with { type: 'json' };
import { mp3Of, wordsIn } from './tone.ts';

/** The settings of an account at this fake; its base is its address. */
export const tencentSpeechSettings = {
  speech_driver: 'tencent',
  speech_tencent_secret_id: vectors.secretId,
  speech_tencent_secret_key: vectors.secretKey,
  speech_tencent_voice: '101050',
} as const;

type SpeakBody = { Text: string; SessionId: string; VoiceType: number; Codec: string };
type TencentSpeechFake = Listener & {
  seen: SpeakBody[];
  set: (changes: { trouble?: Trouble; refuse_as?: string }) => void;
};

const parameters = new Set(['Text', 'SessionId', 'VoiceType', 'Codec', 'Speed', 'Volume', 'SampleRate']);
const knownVoices = new Set([101_050, 101_001]);
/** 500 letters or 150 Chinese characters. */
const isTooLong = (text: string): boolean => text.length > 500 || (text.match(/\p{Script=Han}/gu)?.length ?? 0) > 150;

/** Tencent Cloud TextToVoice: refuses what is not signed, and what it does not know. Every response has status 200. */
export async function startTencentSpeech(clock: () => Date): Promise<TencentSpeechFake> {
  const seen: SpeakBody[] = [];
  const set: { trouble: Trouble; refuse_as: string } = { trouble: 'none', refuse_as: '' };
  const respond = (response: object): FakeResponse => ({
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: `tts-${seen.length}` } }),
  });
  const fail = (code: string): FakeResponse => respond({ Error: { Code: code, Message: code } });
  function answer(request: FakeRequest): FakeResponse {
    const wrong = wrongTencentSignature(request, clock(), 'tts');
    if (wrong !== null) return fail(wrong);
    if (request.headers['x-tc-action'] !== 'TextToVoice' || request.headers['x-tc-version'] !== '2019-08-23')
      return fail('InvalidAction');
    if (set.refuse_as !== '') return fail(set.refuse_as);
    const body = JSON.parse(request.body) as SpeakBody;
    if (Object.keys(body).some((key) => !parameters.has(key))) return fail('UnknownParameter');
    if (isTooLong(body.Text)) return fail('UnsupportedOperation.TextTooLong');
    if (!knownVoices.has(body.VoiceType)) return fail('InvalidParameterValue.VoiceType');
    if (body.SessionId === '' || body.Codec !== 'mp3') return fail('InvalidParameter');
    seen.push(body);
    return respond({ Audio: mp3Of(wordsIn(body.Text)).toString('base64'), SessionId: body.SessionId });
  }
  const listener = await listen(answer, () => set.trouble);
  return { ...listener, seen, set: (changes) => void Object.assign(set, changes) };
}
