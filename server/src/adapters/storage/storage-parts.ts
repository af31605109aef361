import type { Db } from '../../db/pool.ts';
import type { VideoHosts } from '../video-hosts/port.ts';
import type { LocalStorage } from './local/local-port.ts';
import type { Providers } from './provider.ts';

/** What the storage of the application is built from. */
export type StorageParts = {
  db: Db;
  clock: () => Date;
  random: (bytes: number) => Uint8Array;
  local: LocalStorage;
  providers: Providers;
  /** Vendors that take videos instead of a storage. */
  hosts: VideoHosts;
};
