import type { StorageProvider } from './provider.ts';
import type { StorageParts } from './storage-parts.ts';
import { findStored, rootOf, type StoredRow } from './stored-files.ts';

/** Old copies stay longer than this after a move, so a place known for this long may be used without asking. */
export const knownMs = 300_000;
const maxKnown = 10_000;

type StoredLocation = Pick<StoredRow, 'storage' | 'size' | 'created_at'> & { is_folder: boolean };

export type Places = {
  /** The provider that holds a key, and its row; a key without one is on the own disk. */
  find: (key: string) => Promise<{ place: StoredLocation | null; provider: StorageProvider }>;
  forget: (key: string) => void;
};

/** Where files are: by their rows, remembered for a while. */
export function createPlaces({ db, clock, local, providers }: StorageParts): Places {
  const cache = new Map<string, StoredLocation & { until: number }>();
  async function findPlace(key: string): Promise<StoredLocation | null> {
    const now = clock().getTime();
    const place = cache.get(rootOf(key));
    if (place && place.until > now) return place;
    const row = await findStored(db, key);
    if (!row) return null;
    if (cache.size >= maxKnown) cache.clear();
    const fresh = { ...row, is_folder: row.members !== null, until: now + knownMs };
    cache.set(row.key, fresh);
    return fresh;
  }
  return {
    async find(key) {
      const place = await findPlace(key);
      return { place, provider: place === null ? local : await providers.find(place.storage) };
    },
    forget: (key) => void cache.delete(rootOf(key)),
  };
}
