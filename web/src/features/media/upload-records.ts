import { createRecordStore } from '../../api/record-store.ts';
import type { UploadDeps, UploadRecord } from './upload-port.ts';

/** The server forgets an upload after seven days. */
const lifeMs = 7 * 86_400_000;

type Stored = UploadRecord & { owner: number; saved_at: number };

const store = createRecordStore<Stored>({ database: 'kaike-uploads', store: 'records', key: 'fingerprint' });

/** Where the uploads of a person are kept between visits. Where nothing can be kept an upload does not outlive the page, and works all the same. */
export function createRecords(owner: number, now: () => number): UploadDeps['records'] {
  return {
    find: store.find,
    save: (record) => store.save({ ...record, owner, saved_at: now() }),
    remove: store.remove,
  };
}

/** The person's uploads that were begun and never finished, as far as the server still has them. */
export async function listRecords(owner: number, now: number): Promise<UploadRecord[]> {
  return (await store.all()).filter((record) => record.owner === owner && record.saved_at > now - lifeMs);
}
