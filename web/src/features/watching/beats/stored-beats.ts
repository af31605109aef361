import { createRecordStore } from '../../../api/record-store.ts';
import type { BeatStore, StoredBeat } from './beat-port.ts';

const store = createRecordStore<StoredBeat>({ database: 'kaike-beats', store: 'beats', key: 'ticket' });

/** Beats that wait for the connection, kept in this browser. Where nothing can be kept they do not outlive the page, and are sent all the same. */
export const storedBeats: BeatStore = { save: store.save, remove: store.remove, all: store.all };
