import { AdapterError } from '../../core/adapter-error.ts';
import type { BookUsage, VendorUsage } from '../lines/book-usage.ts';
import type { VendorWatch } from '../lines/watch-vendor.ts';
import type { SourceText, TranslationCause } from './port.ts';
import type { TranslationVendor } from './vendor.ts';

type Call = {
  vendor: TranslationVendor;
  source: SourceText;
  purpose: Extract<VendorUsage['purpose'], 'translate' | 'test'>;
  cause: TranslationCause | null;
};

/** Has a text translated, and books it: characters are what vendors charge for, also for an answer that came too late. */
export async function translateByVendor(
  { vendor, source, purpose, cause }: Call,
  { watch, book }: { watch: VendorWatch; book: BookUsage },
): Promise<{ text: string; id: string }> {
  const begun = performance.now();
  let [failure, id]: [string | null, string] = [null, ''];
  try {
    const answer = await vendor.translate(source);
    ({ id } = answer);
    await watch.noteReached(vendor);
    return answer;
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
      characters: failure === null || isLate ? [...source.text].length : 0,
      is_estimated: isLate,
      failure,
      ms_first: null,
      ms_total: Math.round(performance.now() - begun),
      vendor_id: id,
      cause,
    });
  }
}
