import { createRecordStore } from '../../../../api/record-store.ts';
import type { UploadDeps, UploadRecord } from './upload-port.ts';

/** The server drops an upload after seven days. */
const lifeMs = 7 * 86_400_000;

type StoredUpload = UploadRecord & { owner: number; saved_at: number };

const store = createRecordStore<StoredUpload>({ database: 'kaike-uploads', store: 'records', key: 'fingerprint' });

/** Stores a person's uploads between visits. Without storage an upload still works, but does not outlive the page. */
export function createRecords(owner: number, now: () => number): UploadDeps['records'] {
  return {
    find: store.find,
    save: (record) => store.save({ ...record, owner, saved_at: now() }),
    remove: store.remove,
  };
}

/** The person's unfinished uploads that the server still has. */
export async function listRecords(owner: number, now: number): Promise<UploadRecord[]> {
  return (await store.all()).filter((record) => record.owner === owner && record.saved_at > now - lifeMs);
}
