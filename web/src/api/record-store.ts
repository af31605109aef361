/** Records stored in this browser. Where storage is unavailable, saving does nothing and reads find nothing. */
export type RecordStore<T> = {
  find: (key: IDBValidKey) => Promise<T | null>;
  save: (record: T) => Promise<void>;
  remove: (key: IDBValidKey) => Promise<void>;
  all: () => Promise<T[]>;
};

type Place = { database: string; store: string; key: string };

function openDatabase({ database, store, key }: Place): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { keyPath: key });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });
}

/** A store of records keyed by one of their fields that outlives the page. It never throws: in a private window nothing is stored and work continues. */
export function createRecordStore<T>(place: Place): RecordStore<T> {
  let opened: Promise<IDBDatabase> | null = null;
  async function run<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R | null> {
    try {
      opened ??= openDatabase(place);
      const database = await opened;
      return await new Promise((resolve, reject) => {
        const request = work(database.transaction(place.store, mode).objectStore(place.store));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('indexedDB'));
      });
    } catch {
      opened = null;
      return null;
    }
  }
  return {
    find: async (key) => (await run<T | undefined>('readonly', (store) => store.get(key))) ?? null,
    save: async (record) => {
      await run('readwrite', (store) => store.put(record));
    },
    remove: async (key) => {
      await run('readwrite', (store) => store.delete(key));
    },
    all: async () => (await run<T[]>('readonly', (store) => store.getAll())) ?? [],
  };
}
