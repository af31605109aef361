import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, objectOf, readObject, textOf } from '../../call-service.ts';
import { refusalOf, type Refusals } from '../../refusal.ts';
import { authorizeTencent, unixSeconds, type TencentKey } from '../../vendors/sign-tencent.ts';
import { accountOf } from '../account.ts';
import type { SpeechRequest, Transcriber, TranscriberDeps } from '../port.ts';

export type TencentEars = { key: TencentKey; base: string };

const contentType = 'application/json';
const version = '2019-06-14';
const region = 'ap-guangzhou';
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
  async function write({ sound, language, timeout_ms: timeoutMs }: SpeechRequest) {
    const body = JSON.stringify({
      EngSerViceType: engineOf(language),
      SourceType: fromRequest,
      VoiceFormat: sound.type,
      Data: Buffer.from(sound.bytes).toString('base64'),
      DataLen: sound.bytes.byteLength,
    });
    const { host } = new URL(base);
    const now = clock();
    const reply = await callService({
      method: 'POST',
      url: `${base}/`,
      headers: {
        'content-type': contentType,
        'x-tc-action': 'SentenceRecognition',
        'x-tc-version': version,
        'x-tc-region': region,
        'x-tc-timestamp': unixSeconds(now),
        authorization: authorizeTencent(key, { service: 'asr', host, content_type: contentType, body, now }),
      },
      body,
      timeout_ms: timeoutMs,
      fetch,
    });
    const response = objectOf(readObject(reply.text), 'Response');
    const failure = objectOf(response, 'Error');
    const [code, id] = [textOf(failure, 'Code'), textOf(response, 'RequestId')];
    if (code !== '') throw refusalOf(refusals, { code, text: textOf(failure, 'Message'), request_id: id });
    if (typeof response['Result'] !== 'string')
      throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'bad_response', { reason: 'no_text' });
    return { text: response['Result'], confidence: null, id };
  }

  return {
    name: 'tencent',
    // It has no models to choose from; prices go by this name.
    model: 'SentenceRecognition',
    account: accountOf(['tencent', base, key.id, key.secret]),
    recipient: { title: '', is_abroad: false },
    takes: ['wav', 'mp3'],
    write,
  };
}
