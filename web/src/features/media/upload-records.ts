import type { UploadDeps, UploadRecord } from './upload-port.ts';

const databaseName = 'kaike-uploads';
const storeName = 'records';
/** The server forgets an upload after seven days. */
const lifeMs = 7 * 86_400_000;

type Stored = UploadRecord & { owner: number; saved_at: number };

let opened: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => { request.result.createObjectStore(storeName, { keyPath: 'fingerprint' }); };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });
  return opened;
}

async function ask<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await openDatabase();
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(storeName, mode).objectStore(storeName));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('indexedDB'));
    });
  } catch {
    // A private window may keep nothing: then an upload does not outlive the page, and works all the same.
    opened = null;
    return null;
  }
}

/** Where the uploads of a person are kept between visits. */
export function createRecords(owner: number, now: () => number): UploadDeps['records'] {
  return {
    find: async (fingerprint) => ((await ask<Stored | undefined>('readonly', (store) => store.get(fingerprint))) ?? null),
    save: async (record) => {
      await ask('readwrite', (store) => store.put({ ...record, owner, saved_at: now() } satisfies Stored));
    },
    remove: async (fingerprint) => {
      await ask('readwrite', (store) => store.delete(fingerprint));
    },
  };
}

/** The person's uploads that were begun and never finished, as far as the server still has them. */
export async function listRecords(owner: number, now: number): Promise<UploadRecord[]> {
  const all = (await ask<Stored[]>('readonly', (store) => store.getAll())) ?? [];
  return all.filter((record) => record.owner === owner && record.saved_at > now - lifeMs);
}
