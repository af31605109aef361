import type { BeatStore, KeptBeat } from './beat-port.ts';

const databaseName = 'kaike-beats';
const storeName = 'beats';

let opened: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => { request.result.createObjectStore(storeName, { keyPath: 'ticket' }); };
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
    // A private window may keep nothing: then beats do not outlive the page, and are sent all the same.
    opened = null;
    return null;
  }
}

/** Beats that wait for the connection, kept in this browser. */
export const keptBeats: BeatStore = {
  save: async (beat) => { await ask('readwrite', (store) => store.put(beat)); },
  remove: async (ticket) => { await ask('readwrite', (store) => store.delete(ticket)); },
  all: async () => (await ask<KeptBeat[]>('readonly', (store) => store.getAll())) ?? [],
};
