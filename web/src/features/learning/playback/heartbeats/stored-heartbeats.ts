import { createRecordStore } from '../../../../api/record-store.ts';
import type { HeartbeatStore, StoredHeartbeat } from './heartbeat-port.ts';

const store = createRecordStore<StoredHeartbeat>({ database: 'kaike-beats', store: 'beats', key: 'ticket' });

/** Beats waiting for the connection, stored in this browser. Without storage they are still sent, but do not outlive the page. */
export const storedHeartbeats: HeartbeatStore = { save: store.save, remove: store.remove, all: store.all };
