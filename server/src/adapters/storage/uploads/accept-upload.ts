import { buffer } from 'node:stream/consumers';
import { AdapterError } from '../../../core/adapter-error.ts';
import { isMimeAllowed } from '../kodo/put-policy.ts';
import { extensionOf } from '../object-key.ts';
import { noSuchFile } from '../open-file.ts';
import type { AcceptedUpload } from '../port.ts';
import type { StorageProvider } from '../provider.ts';
import { headBytes, kindOfExtension, sniffHead, storedKind } from '../sniff/sniff.ts';
import type { StorageParts } from '../storage-parts.ts';
import { saveStored } from '../stored-files.ts';
import { deleteGrant, findGrant, findOldGrants, type StoredUploadGrant } from './upload-grants.ts';
import { findPlace, type UploadPlace } from './upload-place.ts';

/** Vendors and the own disk drop an unfinished upload after seven days. */
const grantMs = 8 * 86_400_000;
const grantsAtOnce = 200;

/** What an uploaded file is refused for, or undefined; a vendor's own checks trust the browser. */
async function refusalOf(
  provider: StorageProvider,
  grant: StoredUploadGrant,
  size: number,
): Promise<AdapterError | undefined> {
  if (size > grant.max_size) return new AdapterError('rejected', { reason: 'too_large', status: 413 });
  const notAllowed = new AdapterError('rejected', { reason: 'type_not_allowed', status: 403 });
  if (size === 0) return notAllowed;
  const head = await buffer(await provider.read(grant.key, { start: 0, end: Math.min(size, headBytes) - 1 }));
  const kind = sniffHead(head);
  if (typeof kind !== 'object') return notAllowed;
  const stored = storedKind(kind, kindOfExtension(extensionOf(grant.key)));
  return stored && isMimeAllowed(stored.mime, grant.accept.join(';')) ? undefined : notAllowed;
}

/** Checks an uploaded file against the grant of this person and records it; one that is refused is removed. */
export async function acceptUpload(
  parts: StorageParts,
  upload: { key: string; user_id: number },
): Promise<AcceptedUpload> {
  const { db, clock } = parts;
  const grant = await findGrant(db, upload);
  if (!grant) throw noSuchFile();
  const { storage: provider, host } = await findPlace(parts, grant.storage);
  if (host !== null) {
    // A host looks into the video itself, and says when it is none.
    if (grant.uploaded_size === null) throw noSuchFile();
    return { size: grant.uploaded_size, video: { host: host.name, id: host.videoOf(grant.upload_id) } };
  }
  const facts = await provider.stat(grant.key);
  if (facts === null) throw noSuchFile();
  const refusal = await refusalOf(provider, grant, facts.size);
  if (refusal !== undefined) {
    await provider.remove(grant.key);
    throw refusal;
  }
  const { size } = facts;
  await saveStored(db, { key: grant.key, storage: provider.name, size, created_at: clock(), members: null });
  return { size, video: null };
}

async function dropUpload({ uploads, storage }: UploadPlace, { key, upload_id }: StoredUploadGrant): Promise<void> {
  if (uploads.method === 'signed-parts' && upload_id !== '') await uploads.abort({ key, upload_id });
  await storage?.remove(key);
}

/** Removes what was uploaded and never registered; returns how many grants ended. */
export async function cleanGrants(parts: StorageParts): Promise<number> {
  const { db, clock } = parts;
  const old = await findOldGrants(db, new Date(clock().getTime() - grantMs), grantsAtOnce);
  for (const grant of old) {
    if (!grant.is_stored) await dropUpload(await findPlace(parts, grant.storage), grant);
    await deleteGrant(db, grant.key);
  }
  return old.length;
}
