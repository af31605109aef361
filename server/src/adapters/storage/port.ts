import type { Readable } from 'node:stream';
import type { AdapterError } from '../../core/adapter-error.ts';

export type KeyPair = { access_key: string; secret_key: string };

/** Dependencies of a storage provider, all replaceable in tests. */
export type StorageDeps = {
  clock: () => Date;
  /** Unguessable bytes. */
  random: (bytes: number) => Uint8Array;
  log: { info: (fields: object, message: string) => void; warn: (fields: object, message: string) => void };
  /** Free bytes of the disk that holds a path; reads the real disk by default. */
  freeBytes?: (path: string) => Promise<number>;
};

/** What the holder of a signed token may upload, in the spelling of the Kodo protocol. */
export type PutPolicy = {
  /** `bucket`, `bucket:key`, or `bucket:prefix` with `isPrefixalScope`. */
  scope: string;
  /** Unix seconds. */
  deadline: number;
  isPrefixalScope?: 0 | 1;
  /** 1: an existing key is never overwritten. */
  insertOnly?: 0 | 1;
  /** Smallest and largest size in bytes. */
  fsizeMin?: number;
  fsizeLimit?: number;
  /** `image/*;video/mp4`, or `!…` for excluded types; checked against the content, never the name. */
  mimeLimit?: string;
  detectMime?: 0 | 1;
  /** JSON template with `$(key) $(etag) $(fsize) $(mimeType) $(fname) $(x:name) …`. */
  returnBody?: string;
  /** The user the token was issued to; others cannot continue the upload. */
  endUser?: string;
};

export type UploadGrantRequest = {
  ext: string;
  /** Bytes the client announces; large files are sent in parts. */
  size: number;
  max_size: number;
  /** Mime types or families such as `image/*`. */
  accept: string[];
  end_user: string;
  valid_sec?: number;
  /** Set to continue an upload whose token has expired; the caller has checked the owner of the key. */
  key?: string;
};

export type UploadGrant = {
  driver: 'local';
  method: 'kodo-form' | 'kodo-parts';
  bucket: string;
  token: string;
  key: string;
  fields: { token: string; key: string };
  expires_at: Date;
  max_size: number;
  accept: string[];
};

export type StoredFile = {
  key: string;
  hash: string;
  size: number;
  mime: string;
  name: string;
  end_user: string | undefined;
};

/** The stored file, and the response body the policy defines. */
export type UploadResult = { file: StoredFile; reply: unknown };

export type SignedUrlOptions = { expires_at: Date; params?: Record<string, string> };

export type SignedUrlCheck =
  | { ok: true; key: string; params: Record<string, string> }
  | { ok: false; reason: 'unsigned' | 'bad_signature' | 'expired' | 'bad_key' };

export type OpenRequest = {
  method: 'GET' | 'HEAD';
  range?: string | undefined;
  if_range?: string | undefined;
  if_none_match?: string | undefined;
  if_modified_since?: string | undefined;
  /** Keys are random and never reused, so `public` files are cached forever; signed ones only in the user's own cache. */
  cache?: 'private' | 'public';
};

/** A response ready to send; `stream` is null when it has no body. */
export type OpenedFile = { status: 200 | 206 | 304 | 416; headers: Record<string, string>; stream: Readable | null };

/** File storage, independent of the provider. */
export type Storage = {
  /** Grants one upload to a key chosen by the storage. */
  grantUpload: (request: UploadGrantRequest) => UploadGrant;
  /** Stores a file the server created, such as a cover; the storage chooses the key. */
  store: (ext: string, body: Readable | Uint8Array) => Promise<StoredFile>;
  /** A URL that opens one key until it expires, with tamper-proof parameters. */
  signedUrl: (key: string, options: SignedUrlOptions) => string;
  /** Removes a file or a packaged folder; a missing one is not an error. */
  remove: (key: string) => Promise<void>;
};

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

export type PutFormRequest = {
  token: string;
  key?: string | undefined;
  fname?: string | undefined;
  /** Decimal, as in the form field. */
  crc32?: string | undefined;
  customVars?: Record<string, string> | undefined;
  body: Readable;
  content_length?: number | undefined;
};

export type PartEntry = { partNumber: number; etag: string; size: number; putTime: number };

export type PartList = { uploadId: string; expireAt: number; partNumberMarker: number; parts: PartEntry[] };

/** The storage on our own disk: also the server side of the Kodo upload protocol, and the file server. */
export type LocalStorage = Storage & {
  uploadToken: (policy: PutPolicy) => string;
  initiate: (target: UploadTarget) => Promise<{ uploadId: string; expireAt: number }>;
  putPart: (request: PutPartRequest) => Promise<{ etag: string; md5: string }>;
  listParts: (request: PartTarget & { max_parts?: number; part_number_marker?: number }) => Promise<PartList>;
  /** Idempotent: a completed upload returns the same result again. */
  complete: (request: CompleteRequest) => Promise<UploadResult>;
  abort: (target: PartTarget) => Promise<void>;
  putForm: (request: PutFormRequest) => Promise<UploadResult>;
  /** An error response in the protocol's format. */
  errorReply: (error: AdapterError) => { status: number; body: { error: string } };
  verifySignedUrl: (pathWithQuery: string) => SignedUrlCheck;
  /** Responds to one GET or HEAD by RFC 9110; a missing key is `rejected` with status 404. */
  open: (key: string, request: OpenRequest) => Promise<OpenedFile>;
  /** The path on disk, for the video tools. */
  path: (key: string) => string;
  /** A new unused key, for a packaged folder (`ext` empty) or a file. */
  newKey: (ext: string) => string;
  /** Throws `quota_exhausted` when the disk has no room for so many bytes. */
  assertRoom: (bytes: number) => Promise<void>;
  /** Deletes expired uploads; returns how many. */
  cleanExpired: () => Promise<number>;
};
