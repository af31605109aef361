import { AdapterError } from '../../core/adapter-error.ts';
import type { BookUsage, VendorUsage } from '../lines/book-usage.ts';
import type { VendorWatch } from '../lines/watch-vendor.ts';
import type { Sound, SpeechCause } from './port.ts';
import { readSound } from './sound-type.ts';
import type { SpeechVendor } from './vendor.ts';

type Call = {
  vendor: SpeechVendor;
  text: string;
  voice: string;
  purpose: Extract<VendorUsage['purpose'], 'tts' | 'test'>;
  cause: SpeechCause;
};

/** Has a text spoken, and books it: characters are what vendors charge for, also of an answer that came too late. */
export async function speakByVendor(
  { vendor, text, voice, purpose, cause }: Call,
  { watch, book }: { watch: VendorWatch; book: BookUsage },
): Promise<{ sound: Sound; id: string }> {
  const begun = performance.now();
  let [failure, id]: [string | null, string] = [null, ''];
  try {
    const answer = await vendor.speak({ text, voice });
    ({ id } = answer);
    const sound = readSound(answer.bytes);
    if (!sound) throw new AdapterError('bad_response', { reason: 'no_sound' });
    await watch.noteReached(vendor);
    return { sound, id };
  } catch (error) {
    failure = error instanceof AdapterError ? (error.reason ?? error.code) : 'error';
    await watch.noteFailed(vendor, error);
    throw error;
  } finally {
    const isLate = failure === 'timeout';
    await book({
      purpose,
      vendor: vendor.name,
      model: vendor.model,
      tokens_in: 0,
      tokens_out: 0,
      characters: failure === null || isLate ? [...text].length : 0,
      is_estimated: isLate,
      failure,
      ms_first: null,
      ms_total: Math.round(performance.now() - begun),
      vendor_id: id,
      cause,
    });
  }
}
