import type { MediaItem, UploadToken } from '@kaike/shared/contracts/media';

/** One request of the upload protocol. */
export type UploadRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  token: string;
  /** A part of the file, or JSON. */
  body?: Blob | string;
  signal: AbortSignal;
  /** Bytes of this request that have left. */
  on_progress?: (bytes: number) => void;
};

/** Status 0: no answer arrived. */
export type UploadReply = { status: number; body: unknown };

/** What is kept of an upload, so that it goes on after a reload when the same file is chosen again. */
export type UploadRecord = {
  fingerprint: string;
  name: string;
  size: number;
  key: string;
  upload_id: string;
  sent: number;
  /** What the page wants to do with the file; a lesson that is heard takes a sound, every other one a video. */
  purpose: { course_id: number; lesson_id: number; is_sound?: boolean };
};

export type UploadFailure = 'not_a_video' | 'not_a_sound' | 'too_large' | 'no_space' | 'denied' | 'no_token' | 'server';

/** Everything of the outside world an upload needs. */
export type UploadDeps = {
  send: (request: UploadRequest) => Promise<UploadReply>;
  /** A token for the file; with `key` one for an upload that was begun. Throws `UploadRefused`, or anything when there was no answer. */
  getToken: (file: { name: string; size: number; key?: string }) => Promise<UploadToken>;
  /** Hands the arrived file over; null while it has not arrived. */
  register: (upload: { key: string; title: string }) => Promise<MediaItem | null>;
  records: {
    find: (fingerprint: string) => Promise<UploadRecord | null>;
    save: (record: UploadRecord) => Promise<void>;
    remove: (fingerprint: string) => Promise<void>;
  };
  now: () => number;
  /** Resolves after that time, or earlier when the connection is back; rejects when aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
};

/** The server has said no, and saying it again would change nothing. */
export class UploadRefused extends Error {
  readonly failure: UploadFailure;
  /** The server's own words, in the reader's language. */
  readonly text: string;

  constructor(failure: UploadFailure, text = '') {
    super(failure);
    this.name = 'UploadRefused';
    this.failure = failure;
    this.text = text;
  }
}
