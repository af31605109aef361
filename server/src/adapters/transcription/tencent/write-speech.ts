import { AdapterError } from '../../../core/adapter-error.ts';
import type { Refusals } from '../../refusal.ts';
import { callTencent } from '../../vendors/call-tencent.ts';
import type { TencentKey } from '../../vendors/sign-tencent.ts';
import { accountOf } from '../../vendors/account.ts';
import type { SpeechRequest, Transcriber, TranscriberDeps } from '../port.ts';

export type TencentEars = { key: TencentKey; base: string };

const action = 'SentenceRecognition';
const version = '2019-06-14';
/** The data are part of the request. */
const fromRequest = 1;

const refusals: Refusals = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'rate_limited'],
  [/^InternalError/, 'unavailable'],
  [/^(AuthFailure|UnauthorizedOperation)/, 'unauthorized'],
  // No money, no service: each vendor code begins with the same words.
  [/^FailedOperation\.(UserHasNoFreeAmount|UserHasNoAmount|ServiceIsolate|UserNotRegistered)/, 'quota_exhausted'],
];

/** The engines that this interface documents. */
const engineOf = (language: string): string => (language === 'zh' ? '16k_zh' : '16k_en');

/** Tencent Cloud's SentenceRecognition, for up to a minute. It takes WAV, which browsers convert their recordings to. */
export function createTencentEars({ key, base }: TencentEars, { clock, fetch }: TranscriberDeps): Transcriber {
  async function write({ sound, language, timeout_ms }: SpeechRequest) {
    const { response, request_id: id } = await callTencent({
      key,
      base,
      service: 'asr',
      action,
      version,
      params: {
        EngSerViceType: engineOf(language),
        SourceType: fromRequest,
        VoiceFormat: sound.type,
        Data: Buffer.from(sound.bytes).toString('base64'),
        DataLen: sound.bytes.byteLength,
      },
      now: clock(),
      timeout_ms,
      refusals,
      fetch,
    });
    if (typeof response['Result'] !== 'string') throw new AdapterError('bad_response', { reason: 'no_text' });
    return { text: response['Result'], confidence: null, id };
  }

  return {
    name: 'tencent',
    // It has no models to choose from; prices go by this name.
    model: action,
    account: accountOf(['tencent', base, key.id, key.secret]),
    recipient: { title: '', is_abroad: false },
    takes: ['wav', 'mp3'],
    write,
  };
}
