import type { VendorClientDeps } from '../http-client/vendor-clients.ts';

/** Answers of hosts that stay true for a while, cached by this node. */
export type HostMemory = {
  /** What `load` resolves to, loaded again once `until` of it has passed; failures are not cached. */
  remember: <T>(key: string, load: () => Promise<{ value: T; until: Date }>) => Promise<T>;
};

export type HostDeps = { clock: () => Date; nonce: () => string; memory: HostMemory } & VendorClientDeps;

const maxEntries = 2000;

export function createHostMemory(clock: () => Date): HostMemory {
  const entries = new Map<string, Promise<{ value: unknown; until: Date }>>();
  return {
    async remember<T>(key: string, load: () => Promise<{ value: T; until: Date }>): Promise<T> {
      // One key is always loaded by the same function, so its values have one type.
      const entry = entries.get(key) as Promise<{ value: T; until: Date }> | undefined;
      const cached = await entry?.catch(() => undefined);
      if (cached && cached.until > clock()) return cached.value;
      if (entries.get(key) === entry) entries.delete(key);
      const loading = (entries.get(key) as typeof entry) ?? load();
      entries.set(key, loading);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      return (await loading).value;
    },
  };
}
