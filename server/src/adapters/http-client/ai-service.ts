import { AdapterError, mayAskNext } from '../../core/adapter-error.ts';
import type { Db } from '../../db/pool.ts';
import { createUsageBook, type BookUsage } from './book-usage.ts';
import { isSpent, type Payer } from './budgets.ts';
import { isRefused, recordRefusal, type Service } from './refused-account.ts';
import { createVendorWatch, type VendorWatch, type WatchedVendor } from './watch-vendor.ts';

type Deps<V> = {
  /** The vendors in the settings in the order they are tried, null for one whose account is not complete; null while none is chosen. */
  readVendors: () => Promise<readonly (V | null)[] | null>;
  db: Db;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/** What the services of the AI teacher have in common, whatever their vendors do. Picks up changed settings at once. */
export type AiService<V extends WatchedVendor> = {
  watch: VendorWatch;
  book: BookUsage;
  /** The vendors in the settings whose account is complete, whether they may be called or not. */
  chosen: () => Promise<readonly V[]>;
  /** Whether this vendor stands in the first place of the settings, complete or not. */
  isFirst: (vendor: V) => Promise<boolean>;
  /** Those that would be called, in this order: none that rests, or whose budget of the day is spent. */
  callable: (payer: Payer) => Promise<readonly V[]>;
  /** The first of them; null when there is none. */
  find: (payer: Payer) => Promise<V | null>;
  /** Why nobody was asked: the money of the day is spent, or nobody can do it now. */
  obstacle: (payer: Payer) => Promise<AdapterError>;
  /** Asks one after the other until one has an answer. Throws what the last one said, or `unavailable` when nobody was asked. */
  inTurn: <T>(payer: Payer, ask: (vendor: V, place: AttemptPosition) => Promise<T>) => Promise<T>;
  /** The vendor in this place whose account is to be tested; null while none is chosen. Throws `config_invalid` while its account is not complete. */
  toTest: (place: number) => Promise<V | null>;
  /** False while a vendor is chosen and none has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** Whether a vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};

/** Whether somebody else is asked after this vendor. */
export type AttemptPosition = { is_last: boolean };

/** The money of the day is spent; tomorrow there is more. */
const overBudget = (): AdapterError => new AdapterError('unavailable', { reason: 'budget' });

/** Nobody can do it now; the learner may try again later. */
export const resting = (cause?: unknown): AdapterError => new AdapterError('unavailable', { reason: 'resting', cause });

export function createAiService<V extends WatchedVendor>(
  name: Service,
  { readVendors, db, clock, log }: Deps<V>,
): AiService<V> {
  // What a vendor did is done, whether it can be noted or not.
  const watch = createVendorWatch({
    clock,
    alarm: (account, refusal) =>
      recordRefusal(db, name, { account, refusal, now: clock() }).catch((error: unknown) =>
        log.warn({ err: error, service: name }, 'an alarm of a service was not kept'),
      ),
  });
  const bookUsage = createUsageBook({ db, clock });
  const chosen = async (): Promise<readonly V[]> => ((await readVendors()) ?? []).flatMap((one) => one ?? []);
  const isOver = (payer: Payer, vendor: V) => isSpent(db, { ...payer, vendor: vendor.name }, clock());
  async function callable(payer: Payer): Promise<readonly V[]> {
    const awake = (await chosen()).filter((vendor) => !watch.isPaused(vendor));
    const vendors: V[] = [];
    for (const vendor of awake) if (!(await isOver(payer, vendor))) vendors.push(vendor);
    return vendors;
  }
  async function obstacle(payer: Payer): Promise<AdapterError> {
    for (const vendor of await chosen()) if (await isOver(payer, vendor)) return overBudget();
    return resting();
  }
  return {
    watch,
    book: (usage) =>
      bookUsage(usage).catch((error: unknown) =>
        log.warn({ err: error, service: name }, 'a call to a service was not booked'),
      ),
    chosen,
    isFirst: async ({ account }) => (await readVendors())?.[0]?.account === account,
    callable,
    find: async (payer) => (await callable(payer))[0] ?? null,
    obstacle,
    async inTurn(payer, ask) {
      let failure: unknown = null;
      const vendors = await callable(payer);
      for (const [index, vendor] of vendors.entries()) {
        if (!watch.mayCall(vendor)) continue;
        try {
          return await ask(vendor, { is_last: index === vendors.length - 1 });
        } catch (error) {
          if (!mayAskNext(error)) throw error;
          log.warn({ err: error, service: name, vendor: vendor.name }, 'a vendor had no answer');
          failure = error;
        }
      }
      throw failure ?? (await obstacle(payer));
    },
    async toTest(place) {
      const vendors = await readVendors();
      if (vendors === null) return null;
      const vendor = vendors[place];
      if (!vendor) throw new AdapterError('config_invalid', { reason: 'incomplete' });
      return vendor;
    },
    async isSetUp() {
      const vendors = await readVendors();
      return vendors === null || vendors.some((one) => one !== null);
    },
    async isRefused() {
      const accounts = (await chosen()).map(({ account }) => account);
      return isRefused(db, name, { accounts, now: clock() });
    },
  };
}
