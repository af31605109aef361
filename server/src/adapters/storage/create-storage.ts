import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AdapterError } from '../../core/adapter-error.ts';
import { acceptUpload, cleanGrants } from './uploads/accept-upload.ts';
import { grantUpload } from './uploads/grant-upload.ts';
import { findBound } from './bound-settings.ts';
import { mountUploads } from './local/kodo-routes.ts';
import { noSuchFile, openFile } from './open-file.ts';
import { createMoves } from './move/move-files.ts';
import { createPlaces, type Places } from './places.ts';
import type { FileFacts, Storage, StoredFile, StoreLimits } from './port.ts';
import { createSignedUploads } from './uploads/signed-uploads.ts';
import type { StorageParts } from './storage-parts.ts';
import { deleteStored, findStored, keysOf, saveStored } from './stored-files.ts';
import { inLanes, loadFolder, withCopy, withFolderCopy } from './work-files.ts';

/** A key of fewer than three segments would be all files of a month or a year. */
function assertRoot(key: string): void {
  if (key.split('/').length !== 3) throw new AdapterError('rejected', { reason: 'invalid_key', status: 400 });
}

function createReading(
  places: Places,
  { local }: StorageParts,
): Pick<Storage, 'stat' | 'read' | 'open' | 'directUrls'> {
  async function stat(key: string): Promise<FileFacts | null> {
    const { place, provider } = await places.find(key);
    if (place === null || place.is_folder || provider === local) return provider.stat(key);
    return { size: place.size, modified_at: place.created_at };
  }
  const read: Storage['read'] = async (key, range) => (await places.find(key)).provider.read(key, range);
  return {
    stat,
    read,
    open: (key, request) => openFile({ stat, read }, key, request),
    async directUrls(key, expiresAt) {
      const { provider } = await places.find(key);
      if (provider === local) return null;
      return (one) => provider.directUrl(one, expiresAt) ?? local.signedUrl(one, { expires_at: expiresAt });
    },
  };
}

function createWriting(
  places: Places,
  { db, clock, local, providers }: StorageParts,
): Pick<Storage, 'store' | 'remove'> {
  async function store(ext: string, body: Readable | Uint8Array, limits?: StoreLimits): Promise<StoredFile> {
    const provider = await providers.chosen();
    const { path, file } = await local.receive(ext, body, limits);
    const { key, size, mime } = file;
    try {
      await provider.put(key, { path, size, mime });
      await saveStored(db, { key, storage: provider.name, size, created_at: clock(), members: null });
      return file;
    } finally {
      await rm(path, { force: true });
    }
  }
  async function remove(key: string): Promise<void> {
    assertRoot(key);
    const row = await findStored(db, key);
    const keys = row ? keysOf(row) : [key];
    for (const name of row ? [row.storage, row.moved_from] : [local.name]) {
      const provider = name === null ? null : await providers.find(name);
      if (provider === local) await local.remove(key);
      else if (provider) await inLanes(keys, (one) => provider.remove(one));
    }
    if (row) await deleteStored(db, key);
    places.forget(key);
  }
  return { store, remove };
}

function createWork(
  places: Places,
  { db, clock, local, providers }: StorageParts,
): Pick<Storage, 'withLocalFile' | 'withLocalFolder'> {
  return {
    async withLocalFile(key, work) {
      const { provider } = await places.find(key);
      if (provider !== local) return withCopy({ local, provider }, key, work);
      if ((await local.stat(key)) === null) throw noSuchFile();
      return work(local.path(key));
    },
    async withLocalFolder(key, work) {
      assertRoot(key);
      const row = await findStored(db, key);
      const provider = row ? await providers.find(row.storage) : await providers.chosen();
      const workInPlace = async () => ({
        result: await work(local.path(key)),
        files: await loadFolder(local.path(key)),
      });
      const { result, files } =
        provider === local
          ? await workInPlace()
          : await withFolderCopy({ local, provider }, { key, members: row?.members ?? [] }, work);
      const size = [...files.values()].reduce((sum, file) => sum + file.size, 0);
      const members = [...files.keys()].toSorted();
      await saveStored(db, { key, storage: provider.name, size, created_at: clock(), members });
      return result;
    },
  };
}

/** The storage of the application: one for all providers, whichever holds a file. */
export function createStorage(parts: StorageParts): Storage {
  const { local, providers } = parts;
  const places = createPlaces(parts);
  return {
    ...createReading(places, parts),
    ...createWriting(places, parts),
    ...createWork(places, parts),
    grantUpload: (request) => grantUpload(parts, request),
    acceptUpload: (upload) => acceptUpload(parts, upload),
    signedUrl: local.signedUrl,
    verifySignedUrl: local.verifySignedUrl,
    assertRoom: local.assertRoom,
    cleanExpired: async () => (await local.cleanExpired()) + (await cleanGrants(parts)),
    isSetUp: () =>
      providers.chosen().then(
        () => true,
        () => false,
      ),
    findBound: (settings) => findBound(parts.db, settings),
    origins: async () => [...new Set((await providers.all()).flatMap(({ origins }) => origins))],
    moves: createMoves(parts),
    mount: (app) => mountUploads(app, { local, signed: createSignedUploads(parts) }),
  };
}
