import type { Readable } from 'node:stream';
import type { AdapterError } from '../adapter-error.ts';

export type KeyPair = { access_key: string; secret_key: string };

/** What a provider of files is handed; nothing in it is global, so tests replace any of it. */
export type StorageDeps = {
  clock: () => Date;
  /** Unguessable bytes. */
  random: (bytes: number) => Uint8Array;
  log: { info: (fields: object, message: string) => void; warn: (fields: object, message: string) => void };
  /** Free bytes of the disk that holds a path; the real disk unless given. */
  freeBytes?: (path: string) => Promise<number>;
};

/** What one signed token lets its holder put, in the spelling of the Kodo protocol. */
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
  /** `image/*;video/mp4`, or `!…` for what is kept out; checked against the content, never the name. */
  mimeLimit?: string;
  detectMime?: 0 | 1;
  /** JSON template with `$(key) $(etag) $(fsize) $(mimeType) $(fname) $(x:name) …`. */
  returnBody?: string;
  /** Whom the token was given to; an upload begun by one is not continued by another. */
  endUser?: string;
};

export type UploadGrantRequest = {
  ext: string;
  /** Bytes the client says it will send; large files are sent in parts. */
  size: number;
  max_size: number;
  /** Mime types or families such as `image/*`. */
  accept: string[];
  end_user: string;
  valid_sec?: number;
  /** Set to go on with an upload whose token has run out; the caller has checked whose key it is. */
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

/** The file that was stored, and the body the policy asks to answer the browser with. */
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
  /** Keys are random and never reused, so `public` files are cached for good; signed ones stay with one reader. */
  cache?: 'private' | 'public';
};

/** A reply ready to send; `stream` is null when it has no body. */
export type OpenedFile = { status: 200 | 206 | 304 | 416; headers: Record<string, string>; stream: Readable | null };

/** Where files are kept, whoever keeps them. */
export type Storage = {
  /** Grants one upload to a key that the storage chooses. */
  grantUpload: (request: UploadGrantRequest) => UploadGrant;
  /** Stores what the server itself made, such as a cover; the key is chosen by the storage. */
  store: (ext: string, body: Readable | Uint8Array) => Promise<StoredFile>;
  /** An address that opens one key until a moment, with parameters nobody can change. */
  signedUrl: (key: string, options: SignedUrlOptions) => string;
  /** Removes a file or a packaged folder; removing what is not there is no fault. */
  remove: (key: string) => Promise<void>;
};

/** The place of an upload as the paths of the Kodo protocol give it. */
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
  /** Hex, as the header `Content-MD5` of this protocol carries it. */
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
  /** Decimal, as the form field carries it. */
  crc32?: string | undefined;
  customVars?: Record<string, string> | undefined;
  body: Readable;
  content_length?: number | undefined;
};

export type PartEntry = { partNumber: number; etag: string; size: number; putTime: number };

export type PartList = { uploadId: string; expireAt: number; partNumberMarker: number; parts: PartEntry[] };

/** The storage on our own disk: it also is the server side of the Kodo upload protocol, and serves what it keeps. */
export type LocalStorage = Storage & {
  uploadToken: (policy: PutPolicy) => string;
  initiate: (target: UploadTarget) => Promise<{ uploadId: string; expireAt: number }>;
  putPart: (request: PutPartRequest) => Promise<{ etag: string; md5: string }>;
  listParts: (request: PartTarget & { max_parts?: number; part_number_marker?: number }) => Promise<PartList>;
  /** Safe to send again: an upload that was completed answers as it did. */
  complete: (request: CompleteRequest) => Promise<UploadResult>;
  abort: (target: PartTarget) => Promise<void>;
  putForm: (request: PutFormRequest) => Promise<UploadResult>;
  /** How the protocol words a refusal, for the route to answer with. */
  errorReply: (error: AdapterError) => { status: number; body: { error: string } };
  verifySignedUrl: (pathWithQuery: string) => SignedUrlCheck;
  /** Answers one GET or HEAD by RFC 9110; a key that is not there is `rejected` with status 404. */
  open: (key: string, request: OpenRequest) => Promise<OpenedFile>;
  /** The path on disk, for the video tools. */
  path: (key: string) => string;
  /** A fresh key without a file behind it, for a packaged folder (`ext` empty) or a file. */
  newKey: (ext: string) => string;
  /** Refuses with `quota_exhausted` when the disk has no room for so many bytes. */
  assertRoom: (bytes: number) => Promise<void>;
  /** Drops uploads that ran out; gives back how many. */
  cleanExpired: () => Promise<number>;
};
