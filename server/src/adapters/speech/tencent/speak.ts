import { AdapterError } from '../../../core/adapter-error.ts';
import { textOf } from '../../call-service.ts';
import type { Refusals } from '../../refusal.ts';
import { accountOf } from '../../vendors/account.ts';
import { callTencent } from '../../vendors/call-tencent.ts';
import type { TencentKey } from '../../vendors/sign-tencent.ts';
import type { SpeechVendor, SpeechVendorDeps } from '../vendor.ts';
import { splitText } from './split-text.ts';

export type TencentSpeechConfig = { key: TencentKey; voice: string; base: string };

const action = 'TextToVoice';
const version = '2019-08-23';

const refusals: Refusals = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'rate_limited'],
  [/^InternalError/, 'unavailable'],
  [/^AuthFailure\.SignatureExpire/, 'unauthorized', 'clock_skewed'],
  [/^(AuthFailure|UnauthorizedOperation)/, 'unauthorized'],
  [/^InvalidParameter/, 'rejected'],
];

/** The sound without the tag before it: of sounds in a row only the first may have one. */
function withoutTag(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return bytes;
  // Four bytes of seven bits each.
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (bytes[at] ?? 0), 0);
  return bytes.subarray(10 + size);
}

/** Tencent Cloud TextToVoice; a text that is too long for one call is spoken in parts, which are joined. */
export function createTencentSpeech(
  { key, voice: usual, base }: TencentSpeechConfig,
  { clock, nonce, timeout_ms, fetch }: SpeechVendorDeps,
): SpeechVendor {
  async function speakPart(text: string, voice: number): Promise<{ bytes: Buffer; id: string }> {
    const { response, request_id: id } = await callTencent({
      key,
      base,
      service: 'tts',
      action,
      version,
      params: { Text: text, SessionId: nonce(), VoiceType: voice, Codec: 'mp3' },
      now: clock(),
      timeout_ms,
      is_safe: true,
      refusals,
      fetch,
    });
    const bytes = Buffer.from(textOf(response, 'Audio'), 'base64');
    if (bytes.length === 0) throw new AdapterError('bad_response');
    return { bytes, id };
  }

  return {
    name: 'tencent',
    model: action,
    voice: usual,
    account: accountOf(['tencent', base, key.id, key.secret]),
    async speak({ text, voice }) {
      if (!/^\d+$/.test(voice)) throw new AdapterError('rejected', { reason: 'unknown_voice' });
      const parts: Buffer[] = [];
      let last = '';
      for (const part of splitText(text)) {
        const { bytes, id } = await speakPart(part, Number(voice));
        parts.push(parts.length === 0 ? bytes : withoutTag(bytes));
        last = id;
      }
      return { bytes: Buffer.concat(parts), id: last };
    },
  };
}
