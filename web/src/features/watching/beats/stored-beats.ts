import { createRecordStore } from '../../../api/record-store.ts';
import type { BeatStore, StoredBeat } from './beat-port.ts';

const store = createRecordStore<StoredBeat>({ database: 'kaike-beats', store: 'beats', key: 'ticket' });

/** Beats waiting for the connection, stored in this browser. Without storage they are still sent, but do not outlive the page. */
export const storedBeats: BeatStore = { save: store.save, remove: store.remove, all: store.all };
