import type { VideoHost } from '../../video-hosts/port.ts';
import type { StorageProvider } from '../provider.ts';
import type { StorageParts } from '../storage-parts.ts';
import type { StoredUploadGrant } from './upload-grants.ts';

/** Where an upload goes: a storage, or a host of videos, whose files no storage sees. */
export type UploadPlace = Pick<StorageProvider, 'name' | 'uploads'> &
  ({ storage: StorageProvider; host: null } | { storage: null; host: VideoHost });

const storagePlace = (storage: StorageProvider): UploadPlace => ({
  name: storage.name,
  uploads: storage.uploads,
  storage,
  host: null,
});
const hostPlace = (host: VideoHost): UploadPlace => ({
  name: host.name,
  uploads: { method: 'signed-parts', ...host.uploads },
  storage: null,
  host,
});

/** A video goes to a host where one is selected, everything else to the storage. */
export async function choosePlace({ providers, hosts }: StorageParts, mime: string): Promise<UploadPlace> {
  const host = mime.startsWith('video/') ? await hosts.chosen() : null;
  return host ? hostPlace(host) : storagePlace(await providers.chosen());
}

/** The place an upload began at. */
export const findPlace = async ({ providers, hosts }: StorageParts, name: string): Promise<UploadPlace> =>
  hosts.has(name) ? hostPlace(await hosts.find(name)) : storagePlace(await providers.find(name));

/** Bytes of a finished upload; null before. */
export async function finishedSize({ storage }: UploadPlace, grant: StoredUploadGrant): Promise<number | null> {
  return storage === null ? grant.uploaded_size : ((await storage.stat(grant.key))?.size ?? null);
}
