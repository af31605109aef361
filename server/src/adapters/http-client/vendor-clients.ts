import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { AdapterError } from '../../core/adapter-error.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { answerBytes, bodyBytes } from './count-bytes.ts';

/** How clients reach their vendor: `fetch`, or one that counts and pauses. */
export type VendorFetch = (url: string, init: RequestInit) => Promise<Response>;
/** What a vendor's client may reach: public hosts by https, or also the school's own network. */
export type Network = 'public' | 'own';
/** What every provider of an outside service receives. Tests may leave it out. */
export type VendorClientDeps = {
  fetch?: VendorFetch | undefined;
  /** The same provider is selected before it, with another account. */
  is_second?: boolean | undefined;
};

/** The calls of one vendor on one day since they were last saved. */
export type VendorCalls = {
  service: string;
  vendor: string;
  day: string;
  calls: number;
  /** Not reached, or answered with 5xx. */
  failures: number;
  sent_bytes: number;
  received_bytes: number;
};

export type VendorClients = {
  /** The line of a service to its vendor. An address that was not reached five times in a row is paused. */
  clientFor: (service: string, vendor: string, network?: Network) => VendorFetch;
  /** Saves what was counted. What cannot be saved is kept for the next time. */
  flush: () => Promise<void>;
};

type Deps = {
  clock: () => Date;
  /** What sends a request; in tests and where codes are shown, the runtime's own. */
  send?: Readonly<Record<Network, VendorFetch>>;
  save: (calls: VendorCalls[]) => Promise<void>;
  log: { warn: (fields: object, message: string) => void };
};

/** More than the attempts of one call, so that a stumble is none. */
const failuresInRow = 5;
const flushMs = 60_000;

/** Whether the caller ended the call, for another reason than that it took too long. */
const hasLeft = ({ signal }: RequestInit): boolean =>
  signal?.aborted === true && !(signal.reason instanceof Error && signal.reason.name === 'TimeoutError');

/** Counts calls to vendors in memory, and saves them together: at most once a minute, and at the end. State belongs to this process. */
export function createVendorClients({ clock, send = { public: fetch, own: fetch }, save, log }: Deps): VendorClients {
  const breaker = createCircuitBreaker({ clock, after: failuresInRow });
  let counts = new Map<string, VendorCalls>();
  let timer: NodeJS.Timeout | null = null;

  function add(one: VendorCalls): void {
    const key = `${one.service} ${one.vendor} ${one.day}`;
    const sum = counts.get(key) ?? { ...one, calls: 0, failures: 0, sent_bytes: 0, received_bytes: 0 };
    for (const name of ['calls', 'failures', 'sent_bytes', 'received_bytes'] as const) sum[name] += one[name];
    counts.set(key, sum);
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = [...counts.values()];
    counts = new Map();
    if (batch.length === 0) return;
    await save(batch).catch((error: unknown) => {
      log.warn({ err: error }, 'the calls of vendors were not saved');
      for (const one of batch) add(one);
    });
  }

  return {
    flush,
    clientFor:
      (service, vendor, network = 'public') =>
      async (url, init) => {
        const party = `${service} ${vendor} ${new URL(url).origin}`;
        if (!breaker.mayCall(party)) throw new AdapterError('unavailable', { reason: 'paused' });
        const count = { service, vendor, day: dayOf(clock()), calls: 1, sent_bytes: bodyBytes(init.body) };
        try {
          const response = await send[network](url, init);
          breaker.noteReached(party);
          add({
            ...count,
            failures: response.status >= 500 ? 1 : 0,
            received_bytes: answerBytes(response, init.method),
          });
          return response;
        } catch (error) {
          // An address that may not be called was not called, and who left learned nothing about it.
          if (error instanceof AdapterError || hasLeft(init)) throw error;
          breaker.noteLost(party);
          add({ ...count, failures: 1, received_bytes: 0 });
          throw error;
        }
      },
  };
}
