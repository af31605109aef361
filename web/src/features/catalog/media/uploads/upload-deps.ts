import type { MediaItem } from '@kaike/shared/contracts/catalog/media';
import * as mediaApi from '@kaike/shared/contracts/catalog/media';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { UploadRefused, type UploadDeps, type UploadFailure, type UploadRecord } from './upload-port.ts';
import { createRecords } from './upload-records.ts';
import { sendByXhr } from './upload-transport.ts';

/** What the page does with an uploaded file; retried until it succeeds. */
export type Attach = (purpose: UploadRecord['purpose'], media: MediaItem) => Promise<void>;

const failures: Record<string, UploadFailure> = {
  'upload.not_a_video': 'not_a_video',
  'lesson.needs_video': 'not_a_video',
  'lesson.needs_sound': 'not_a_sound',
  'upload.too_large': 'too_large',
  'upload.no_space': 'no_space',
  'access.denied': 'denied',
};
const serverErrors = 500;
const tooMany = 429;

/** A refusal ends the upload; no response, or a temporary error, is retried. */
function refusal(error: unknown, fallback: UploadFailure): unknown {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= serverErrors || error.status === tooMany) {
    return error instanceof ApiError && error.code === 'upload.no_space'
      ? new UploadRefused('no_space', error.message)
      : error;
  }
  return new UploadRefused(failures[error.code] ?? fallback, error.message);
}

/** Resolves after the time, or as soon as the connection is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const resume = done(resolve);
    const stop = done(() => reject(new Error('stopped')));
    const timer = setTimeout(resume, ms);
    window.addEventListener('online', resume);
    signal.addEventListener('abort', stop);
  });
}

/** Production dependencies of uploads: our endpoints, this browser's storage, its clock. */
export function createUploadDeps({
  owner,
  purpose,
  attach,
}: {
  owner: number;
  purpose: UploadRecord['purpose'];
  attach: Attach;
}): UploadDeps {
  return {
    send: sendByXhr,
    records: createRecords(owner, Date.now),
    now: Date.now,
    random: Math.random,
    wait,
    getToken: (query) =>
      call(mediaApi.getUploadToken, { query, quiet: true }).catch((error: unknown) => {
        throw refusal(error, 'no_token');
      }),
    async register(body) {
      try {
        const { media } = await call(mediaApi.createMedia, { body, quiet: true });
        await attach(purpose, media);
        return media;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'upload.missing') return null;
        throw refusal(error, 'server');
      }
    },
  };
}
