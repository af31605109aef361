import { AdapterError } from '../../core/adapter-error.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

/** A vendor of the AI teacher; `account` differs when anything about the school's account does. */
export type WatchedVendor = { name: string; account: string };

/** Refusals of the account itself: no learner's words cause them, and trying again soon is of no use. */
const refusals: readonly AdapterError['code'][] = ['unauthorized', 'quota_exhausted', 'config_invalid'];
const outages: readonly AdapterError['code'][] = ['unavailable', 'rate_limited'];
const refusedMs = 5 * 60_000;

export type Refusal = { vendor: string; code: AdapterError['code']; reason: string };

type Deps = {
  clock: () => Date;
  /** Notes for the administrators that the account is refused, or with null that it works. */
  alarm: (account: string, refusal: Refusal | null) => Promise<void>;
};

/**
 * Whether a vendor may be called. After a failure others wait half a minute, after a refusal of the account five minutes.
 * State belongs to this process and to the account: another key is tried at once.
 */
export function createVendorWatch({ clock, alarm }: Deps) {
  const failures = createCircuitBreaker({ clock, after: 1 });
  const refused = createCircuitBreaker({ clock, after: 1, pause_ms: refusedMs });
  /** The accounts that are known to work: nothing is to be taken back for them. */
  const working = new Set<string>();
  return {
    isPaused: ({ account }: WatchedVendor): boolean => failures.isPaused(account) || refused.isPaused(account),
    mayCall: ({ account }: WatchedVendor): boolean => failures.mayCall(account) && refused.mayCall(account),
    async noteReached({ account }: WatchedVendor): Promise<void> {
      failures.noteReached(account);
      refused.noteReached(account);
      if (working.has(account)) return;
      working.add(account);
      await alarm(account, null);
    },
    async noteFailed({ account, name }: WatchedVendor, error: unknown): Promise<void> {
      if (!(error instanceof AdapterError)) return;
      const { code, reason = '' } = error;
      if (outages.includes(code)) return failures.noteLost(account);
      // Other words may pass, and another answer may be whole.
      if (!refusals.includes(code)) return;
      refused.noteLost(account);
      working.delete(account);
      await alarm(account, { vendor: name, code, reason });
    },
  };
}

export type VendorWatch = ReturnType<typeof createVendorWatch>;
