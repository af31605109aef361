import type { Readable } from 'node:stream';
import type { AdapterError } from '../../../core/adapter-error.ts';
import type { KeyPair, PutPolicy } from '../kodo/upload-token.ts';
import type { SignedUrlCheck, SignedUrlOptions, StoredFile, StoreLimits } from '../port.ts';
import type { PartEntry, StorageProvider, TokenRequest } from '../provider.ts';

export type { KeyPair, PutPolicy, StoredFile };

/** Dependencies of a storage provider, all replaceable in tests. */
export type StorageDeps = {
  clock: () => Date;
  /** Unguessable bytes. */
  random: (bytes: number) => Uint8Array;
  log: { info: (fields: object, message: string) => void; warn: (fields: object, message: string) => void };
  /** Free bytes of the disk that holds a path; reads the real disk by default. */
  freeBytes?: (path: string) => Promise<number>;
};

/** The stored file, and the response body the policy defines. */
export type UploadResult = { file: StoredFile; reply: unknown };

/** The target of an upload, as in the paths of the Kodo protocol. */
export type UploadTarget = {
  /** The `Authorization` header, `UpToken …`. */
  auth: string | undefined;
  bucket: string;
  /** Url-safe base64 of the key, `~` for none. */
  encoded_key: string;
};

export type PartTarget = UploadTarget & { upload_id: string };

export type PutPartRequest = PartTarget & {
  part_number: number;
  body: Readable;
  /** Hex, as in this protocol's `Content-MD5` header. */
  content_md5?: string | undefined;
  content_length?: number | undefined;
};

export type CompleteRequest = PartTarget & {
  parts: { partNumber: number; etag: string }[];
  fname?: string | undefined;
  customVars?: Record<string, string> | undefined;
};

export type PartFile = PartEntry & { putTime: number };

export type PartList = { uploadId: string; expireAt: number; partNumberMarker: number; parts: PartFile[] };

/** A file received on this machine's disk, not yet stored. */
export type ReceivedUpload = { path: string; file: StoredFile };

/** The server side of the Kodo upload protocol. */
export type KodoServer = {
  uploadToken: (policy: PutPolicy) => string;
  initiate: (target: UploadTarget) => Promise<{ uploadId: string; expireAt: number }>;
  putPart: (request: PutPartRequest) => Promise<{ etag: string; md5: string }>;
  listParts: (request: PartTarget & { max_parts?: number; part_number_marker?: number }) => Promise<PartList>;
  /** Idempotent: a completed upload returns the same result again. */
  complete: (request: CompleteRequest) => Promise<UploadResult>;
  abort: (target: PartTarget) => Promise<void>;
  /** An error response in the protocol's format. */
  errorReply: (error: AdapterError) => { status: number; body: { error: string } };
};

/** The disk of this machine: a provider, the server side of its uploads, and the place where every provider's work is done. */
export type LocalStorage = StorageProvider &
  KodoServer & {
    /** A token for uploads that this server answers, of any provider. */
    makeToken: (bucket: string, request: TokenRequest) => string;
    /** The policy of a genuine `Authorization` header. */
    readToken: (auth: string | undefined) => PutPolicy;
    root: string;
    /** The path on disk. */
    path: (key: string) => string;
    /** A path for work, on the same disk; what is left there is removed after a week. */
    scratchPath: () => string;
    /** Writes a body to a scratch file and checks it. */
    receive: (ext: string, body: Readable | Uint8Array, limits?: StoreLimits) => Promise<ReceivedUpload>;
    signedUrl: (key: string, options: SignedUrlOptions) => string;
    verifySignedUrl: (pathWithQuery: string) => SignedUrlCheck;
    /** Throws `quota_exhausted` when the disk has no room for so many bytes. */
    assertRoom: (bytes: number) => Promise<void>;
    /** Deletes expired uploads and leftovers; returns how many. */
    cleanExpired: () => Promise<number>;
  };
