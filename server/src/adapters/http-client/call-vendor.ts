import { AdapterError } from '../../core/adapter-error.ts';
import type { BookUsage, BookedUsage } from './book-usage.ts';
import type { VendorWatch, WatchedVendor } from './watch-vendor.ts';

type Amounts = Pick<BookedUsage, 'characters' | 'audio_ms' | 'calls'>;

type Call<T> = {
  vendor: WatchedVendor & { model: string };
  purpose: BookedUsage['purpose'];
  /** Null for the school's own. */
  cause: BookedUsage['cause'];
  /** What the vendor charges for. */
  amounts: Amounts;
  /** Resolves when the answer can be used. */
  run: () => Promise<T>;
};

/** The reason in the book of usage. */
export const failureOf = (error: unknown): string =>
  error instanceof AdapterError ? (error.reason ?? error.code) : 'error';

/**
 * Calls a vendor once, notes whether it can be reached, and books what it charges for: all of an answer, nothing of a refusal.
 * An answer that came too late may have been counted, so it is booked whole and marked as an estimate.
 */
export async function callVendor<T extends { id: string }>(
  { vendor, purpose, cause, amounts, run }: Call<T>,
  { watch, book }: { watch: VendorWatch; book: BookUsage },
): Promise<T> {
  const startedAt = performance.now();
  let [failure, id]: [string | null, string] = [null, ''];
  try {
    const answer = await run();
    ({ id } = answer);
    await watch.noteReached(vendor);
    return answer;
  } catch (error) {
    failure = failureOf(error);
    await watch.noteFailed(vendor, error);
    throw error;
  } finally {
    const isLate = failure === 'timeout';
    await book({
      ...(failure === null || isLate ? amounts : {}),
      purpose,
      vendor: vendor.name,
      model: vendor.model,
      is_estimated: isLate,
      failure,
      ms_first: null,
      ms_total: Math.round(performance.now() - startedAt),
      vendor_id: id,
      cause,
    });
  }
}
