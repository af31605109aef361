import { AdapterError } from '../../core/adapter-error.ts';
import type { BookUsage, VendorUsage } from '../lines/book-usage.ts';
import type { VendorWatch } from '../lines/watch-vendor.ts';
import type { JudgedDirection, Judgement, ModerationCause } from './port.ts';
import type { ModerationVendor } from './vendor.ts';

type Call = {
  vendor: ModerationVendor;
  text: string;
  direction: JudgedDirection;
  purpose: Extract<VendorUsage['purpose'], 'moderation' | 'test'>;
  cause: ModerationCause | null;
};

/** Has words judged, and books it: vendors charge for each call, also for an answer that came too late. */
export async function judgeByVendor(
  { vendor, text, direction, purpose, cause }: Call,
  { watch, book }: { watch: VendorWatch; book: BookUsage },
): Promise<Judgement & { id: string }> {
  const begun = performance.now();
  let [failure, id]: [string | null, string] = [null, ''];
  try {
    const judgement = await vendor.judge({ text, direction });
    ({ id } = judgement);
    await watch.noteReached(vendor);
    return judgement;
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
      calls: failure === null || isLate ? 1 : 0,
      is_estimated: isLate,
      failure,
      ms_first: null,
      ms_total: Math.round(performance.now() - begun),
      vendor_id: id,
      cause,
    });
  }
}
