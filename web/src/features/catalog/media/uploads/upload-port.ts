import type { MediaItem, UploadToken } from '@kaike/shared/contracts/catalog/media';

/** One request of the upload protocol. */
export type UploadRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** Empty for an address that is signed. */
  token: string;
  /** A part of the file, or JSON. */
  body?: Blob | string;
  signal: AbortSignal;
  /** Bytes of this request sent so far. */
  on_progress?: (bytes: number) => void;
};

/** Status 0: no response. */
export type UploadReply = {
  status: number;
  body: unknown;
  /** The tag of a part that was sent to an address of the vendor. */ etag?: string;
};

/** The stored state of an upload, to resume after a reload when the same file is chosen again. */
export type UploadRecord = {
  fingerprint: string;
  name: string;
  size: number;
  key: string;
  upload_id: string;
  sent: number;
  /** What the file is for; an audio lesson takes an audio file, every other one a video. */
  purpose: { course_id: number; lesson_id: number; is_sound?: boolean };
};

export type UploadFailure = 'not_a_video' | 'not_a_sound' | 'too_large' | 'no_space' | 'denied' | 'no_token' | 'server';

/** External dependencies of an upload. */
export type UploadDeps = {
  send: (request: UploadRequest) => Promise<UploadReply>;
  /** A token for the file; with `key` one for a started upload. Throws `UploadRefused`, or any other error when there was no response. */
  getToken: (file: { name: string; size: number; key?: string }) => Promise<UploadToken>;
  /** Registers the uploaded file; null while it has not arrived. */
  register: (upload: { key: string; title: string }) => Promise<MediaItem | null>;
  records: {
    find: (fingerprint: string) => Promise<UploadRecord | null>;
    save: (record: UploadRecord) => Promise<void>;
    remove: (fingerprint: string) => Promise<void>;
  };
  now: () => number;
  /** Resolves after the time, or earlier when the connection is back; rejects when aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
};

/** The server refused; a retry would not help. */
export class UploadRefused extends Error {
  readonly failure: UploadFailure;
  /** The server's message, in the user's language. */
  readonly text: string;

  constructor(failure: UploadFailure, text = '') {
    super(failure);
    this.name = 'UploadRefused';
    this.failure = failure;
    this.text = text;
  }
}
