import { AdapterError } from '../../../core/adapter-error.ts';
import { callCompatible, type CompatibleAccount } from '../../compatible/call-compatible.ts';
import { collectUpTo } from '../../collect-up-to.ts';
import { accountOf } from '../../vendors/account.ts';
import type { SpeechVendor, SpeechVendorDeps } from '../vendor.ts';

type Account = CompatibleAccount & { name: string; model: string; voice: string };

/** Minutes of sound; a line of a talk is seconds. */
const maxBytes = 8 * 1024 * 1024;

async function readBytes(response: Response): Promise<Uint8Array> {
  const bytes = await collectUpTo(maxBytes, response.body);
  if (!bytes) throw new AdapterError('bad_response', { reason: 'too_long' });
  return bytes;
}

/** A speech service with the interface that OpenAI introduced. */
export function createCompatibleSpeech(account: Account, deps: SpeechVendorDeps): SpeechVendor {
  const { name, base, key, model, voice: usual } = account;
  return {
    name,
    model,
    voice: usual,
    account: accountOf([name, base, key, model]),
    async speak({ text, voice }) {
      const signal = AbortSignal.timeout(deps.timeout_ms);
      try {
        const response = await callCompatible(
          account,
          {
            path: '/audio/speech',
            headers: { Accept: 'audio/mpeg', 'Content-Type': 'application/json' },
            body: JSON.stringify({ model, input: text, voice, response_format: 'mp3' }),
            accepts: { type: /^(audio\/|application\/octet-stream)/, reason: 'no_sound' },
            signal,
          },
          deps,
        );
        return { bytes: await readBytes(response), id: response.headers.get('x-request-id') ?? '' };
      } catch (error) {
        if (signal.aborted) throw new AdapterError('unavailable', { reason: 'timeout', cause: error });
        if (error instanceof AdapterError) throw error;
        throw new AdapterError('bad_response', { reason: 'cut', cause: error });
      }
    },
  };
}
