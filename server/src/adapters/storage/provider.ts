import type { Readable } from 'node:stream';
import type { ByteRange } from './http-range.ts';
import type { FileFacts, UploadGrant } from './port.ts';

export type PartEntry = { partNumber: number; etag: string; size: number };
export type UploadPartKey = { key: string; upload_id: string };

/** Uploads in parts, each sent by the browser to an address signed here. */
export type SignedParts = {
  begin: (file: { key: string; mime: string; /** As the person calls it. */ name: string }) => Promise<string>;
  /** `size` is part of what is signed where the vendor can. */
  sign: (part: UploadPartKey & { part_number: number; size: number; expires_at: Date }) => string | Promise<string>;
  list: (part: UploadPartKey) => Promise<PartEntry[]>;
  complete: (part: UploadPartKey & { parts: readonly Pick<PartEntry, 'partNumber' | 'etag'>[] }) => Promise<void>;
  abort: (part: UploadPartKey) => Promise<void>;
};

/** What a token allows; signed by the provider whose protocol has tokens. */
export type TokenRequest = { key: string; user_id: number; max_size: number; accept: string[]; expires_at: Date };

/** One place that stores files. Keys are made by the storage, random and never reused. */
export type StorageProvider = {
  name: string;
  /** Stores a complete file; the caller removes the one at `path` where it is still there. */
  put: (key: string, file: { path: string; size: number; mime: string }) => Promise<void>;
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  stat: (key: string) => Promise<FileFacts | null>;
  /** Removes one file; a missing one is not an error. */
  remove: (key: string) => Promise<void>;
  /** An address at which browsers read the file until it expires; null where this server sends it. */
  directUrl: (key: string, expiresAt: Date) => string | null;
  /** Origins browsers upload to and read from. */
  origins: readonly string[];
  /** A provider speaks the Kodo protocol to browsers, or signs each part. */
  uploads:
    | ({ method: 'kodo-parts'; token: (request: TokenRequest) => string } & Pick<UploadGrant, 'upload_url' | 'bucket'>)
    | ({ method: 'signed-parts' } & SignedParts);
};

/** The providers this school has set up, the own disk always among them. */
export type Providers = {
  /** Throws `config_invalid` for one that is not set up. */
  find: (name: string) => Promise<StorageProvider>;
  /** Where new files go. */
  chosen: () => Promise<StorageProvider>;
  all: () => Promise<StorageProvider[]>;
};
