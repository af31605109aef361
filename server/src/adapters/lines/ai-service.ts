import { AdapterError } from '../../core/adapter-error.ts';
import type { Db } from '../../db/pool.ts';
import { createUsageBook, type BookUsage } from './book-usage.ts';
import { isSpent, type Payer } from './budgets.ts';
import { isRefused, noteRefusal, type Service } from './refused-account.ts';
import { createVendorWatch, type VendorWatch, type WatchedVendor } from './watch-vendor.ts';

type Deps<V> = {
  /** The vendor in the settings: null while none is chosen, none while its account is not complete. */
  readVendors: () => Promise<readonly V[] | null>;
  db: Db;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/** What the services of the AI teacher have in common, whatever their vendors do. Picks up changed settings at once. */
export type AiService<V extends WatchedVendor> = {
  watch: VendorWatch;
  book: BookUsage;
  /** The vendor in the settings, whether it may be called or not; null while none is set up. */
  chosen: () => Promise<V | null>;
  /** The vendor that would be called; null while none is set up, it rests, or a budget of the day is spent. */
  find: (payer: Payer) => Promise<V | null>;
  /** Whether a budget of the day is the reason. */
  isSpent: (payer: Payer) => Promise<boolean>;
  /** The same for a call that follows at once; throws `unavailable` where there is none. */
  take: (payer: Payer) => Promise<V>;
  /** The vendor whose account is to be tested; null while none is chosen. Throws `config_invalid` while its account is not complete. */
  toTest: () => Promise<V | null>;
  /** False while a vendor is chosen whose account is not complete. */
  isSetUp: () => Promise<boolean>;
  /** Whether a vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};

/** The money of the day is spent; tomorrow there is more. */
export const overBudget = (): AdapterError => new AdapterError('unavailable', { reason: 'budget' });

/** Nobody can do it now; the learner may try again later. */
export const resting = (cause?: unknown): AdapterError => new AdapterError('unavailable', { reason: 'resting', cause });

export function createAiService<V extends WatchedVendor>(
  name: Service,
  { readVendors, db, clock, log }: Deps<V>,
): AiService<V> {
  // What a vendor did is done, whether it can be noted or not.
  const watch = createVendorWatch({
    clock,
    alarm: (refusal) =>
      noteRefusal(db, name, { refusal, now: clock() }).catch((error: unknown) =>
        log.warn({ err: error, service: name }, 'an alarm of a service was not kept'),
      ),
  });
  const bookUsage = createUsageBook({ db, clock });
  const chosen = async (): Promise<V | null> => (await readVendors())?.[0] ?? null;
  const isOver = (payer: Payer) => isSpent(db, payer, clock());
  async function find(payer: Payer): Promise<V | null> {
    const vendor = await chosen();
    if (!vendor || watch.isPaused(vendor)) return null;
    return (await isOver(payer)) ? null : vendor;
  }
  return {
    watch,
    book: (usage) =>
      bookUsage(usage).catch((error: unknown) =>
        log.warn({ err: error, service: name }, 'a call to a service was not booked'),
      ),
    chosen,
    find,
    isSpent: isOver,
    async take(payer) {
      const vendor = await find(payer);
      if (!vendor || !watch.mayCall(vendor)) throw (await isOver(payer)) ? overBudget() : resting();
      return vendor;
    },
    async toTest() {
      const vendors = await readVendors();
      if (vendors === null) return null;
      const [vendor] = vendors;
      if (!vendor) throw new AdapterError('config_invalid', { reason: 'incomplete' });
      return vendor;
    },
    isSetUp: async () => (await readVendors())?.length !== 0,
    isRefused: () => isRefused(db, name, clock()),
  };
}
