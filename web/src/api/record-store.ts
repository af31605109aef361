import { openDB, type IDBPDatabase } from 'idb';

/** Records stored in this browser. Where storage is unavailable, saving does nothing and reads find nothing. */
export type RecordStore<T> = {
  find: (key: IDBValidKey) => Promise<T | null>;
  save: (record: T) => Promise<void>;
  remove: (key: IDBValidKey) => Promise<void>;
  all: () => Promise<T[]>;
};

type RecordKey = { database: string; store: string; key: string };

/** A store of records keyed by one of their fields that outlives the page. It never throws: in a private window nothing is stored and work continues. */
export function createRecordStore<T>({ database, store, key }: RecordKey): RecordStore<T> {
  let opened: Promise<IDBPDatabase> | null = null;
  async function run<R>(work: (database: IDBPDatabase) => Promise<R>): Promise<R | null> {
    try {
      opened ??= openDB(database, 1, { upgrade: (fresh) => void fresh.createObjectStore(store, { keyPath: key }) });
      return await work(await opened);
    } catch {
      opened = null;
      return null;
    }
  }
  return {
    find: async (id) => (await run((db): Promise<T | undefined> => db.get(store, id))) ?? null,
    save: async (record) => void (await run((db) => db.put(store, record))),
    remove: async (id) => void (await run((db) => db.delete(store, id))),
    all: async () => (await run((db): Promise<T[]> => db.getAll(store))) ?? [],
  };
}
