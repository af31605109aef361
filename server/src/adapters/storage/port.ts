import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/pool.ts';
import type { ByteRange } from './http-range.ts';

export type UploadGrantRequest = {
  ext: string;
  /** Bytes the client announces. */
  size: number;
  max_size: number;
  /** As the person calls the file. */
  name: string;
  /** Mime types or families such as `image/*`. */
  accept: string[];
  /** Nobody else may continue or register the upload. */
  user_id: number;
  /** Set to continue an upload whose token has expired. */
  key?: string;
};

/** How a browser uploads one file, in parts, with nothing between it and the storage but this permission. */
export type UploadGrant = {
  driver: string;
  /**
   * `kodo-parts`: all requests go to `upload_url` by the Kodo protocol. `signed-parts`: the same, but each part goes to an
   * address of the vendor that `upload_url` signs.
   */
  method: 'kodo-parts' | 'signed-parts';
  upload_url: string;
  bucket: string;
  token: string;
  key: string;
  part_size: number;
  expires_at: Date;
  max_size: number;
  accept: string[];
};

/** An upload that counts; `video` is the host's where no storage has the file. */
export type AcceptedUpload = { size: number; video: { host: string; id: string } | null };

export type StoredFile = { key: string; hash: string; size: number; mime: string; name: string };

/** What an upload that passes through the server must be; its content is checked, never its name. */
export type StoreLimits = { max_size: number; accept: string[]; name: string };

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

/** One file or folder of a move, and why it was not moved. */
export type MovedFile = { key: string; error: unknown };

/** Where files are: rows of a file or a folder, and their bytes. */
export type StoragePlace = { storage: string; files: number; bytes: number; is_set_up: boolean };

export type MovesOverview = {
  places: StoragePlace[];
  /** What an undo would bring back, and when the first and the last of it can no longer be brought back. */
  undo: { files: number; bytes: number; first_until: Date | null; last_until: Date | null };
  /** Files whose old copies are yet to be removed and can no longer be brought back. */
  removing: number;
};

/** Moves of all files to another storage. */
export type FileMover = {
  /**
   * Copies, compares and switches one file after the other, in the order of their keys; ends when nobody listens any more. Run
   * again after an interruption, it goes on.
   */
  moveAll: (to: string, after?: string) => AsyncGenerator<MovedFile>;
  /** How many files and folders are not in this storage. */
  countOthers: (to: string) => Promise<number>;
  overview: () => Promise<MovesOverview>;
  /** Files moved within a week are read from where they were; returns how many. */
  undo: (trx?: Db) => Promise<number>;
  /** Gives up the undo of all but the files of the last minutes, which other servers may still read at the old place. */
  giveUpUndo: (trx?: Db) => Promise<{ given_up: number; waiting: number }>;
  /** Removes the copies that no undo needs any more; returns how many files had some. */
  removeOldCopies: () => Promise<number>;
  /** Gives up the undo and removes the old copies at once. */
  finish: () => Promise<{ removed: number; waiting: number }>;
};

export type FileFacts = { size: number; modified_at: Date };

/** File storage, independent of the provider that holds a file. A missing file is `rejected`, reason `no_such_file`. */
export type Storage = {
  /** Grants one upload to a key chosen by the storage. */
  grantUpload: (request: UploadGrantRequest) => Promise<UploadGrant>;
  /** Checks a file that was uploaded under a grant, by size and content, and counts it as stored from now on. */
  acceptUpload: (upload: { key: string; user_id: number }) => Promise<AcceptedUpload>;
  /** Stores a file under a new key. Without limits it is trusted to be what `ext` says. */
  store: (ext: string, body: Readable | Uint8Array, limits?: StoreLimits) => Promise<StoredFile>;
  stat: (key: string) => Promise<FileFacts | null>;
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Responds to one GET or HEAD by RFC 9110. */
  open: (key: string, request: OpenRequest) => Promise<OpenedFile>;
  /** Removes a file or a folder; a missing one is not an error. */
  remove: (key: string) => Promise<void>;
  /** An address of this server that opens one key until it expires, with tamper-proof parameters. */
  signedUrl: (key: string, options: SignedUrlOptions) => string;
  verifySignedUrl: (pathWithQuery: string) => SignedUrlCheck;
  /** An address at which browsers get the files beside `key` from their provider; null where this server sends them. */
  directUrls: (key: string, expiresAt: Date) => Promise<((key: string) => string) | null>;
  /** Gives a tool the path of a file on this machine while it works. */
  withLocalFile: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>;
  /** Gives a tool a folder on this machine, with what is stored below `key`; files it adds or changes are stored. */
  withLocalFolder: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>;
  /** Throws `quota_exhausted` when this machine has no room for so many bytes. */
  assertRoom: (bytes: number) => Promise<void>;
  /** Removes uploads that were never finished; returns how many. */
  cleanExpired: () => Promise<number>;
  /** Whether the storage that is selected has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** The first of these settings that must stay as it is, since files are kept where it says, and how many; null when all may change. */
  findBound: (settings: readonly string[]) => Promise<{ setting: string; files: number } | null>;
  /** Origins browsers upload to and read from, for the Content-Security-Policy. */
  origins: () => Promise<string[]>;
  moves: FileMover;
  /** Adds the routes of the providers. */
  mount: (app: FastifyInstance) => void;
};
