import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import { sendTo, textOf, uploadsUrl } from './kodo-client.ts';
import { looksLikeSound } from '../looks-like-sound.ts';
import { looksLikeVideo } from '../looks-like-video.ts';
import { createPartProgress } from './part-progress.ts';
import { saveRecord, sendParts } from './send-parts.ts';
import { UploadRefused, type UploadDeps, type UploadRecord } from './upload-port.ts';
import {
  callServer,
  requestToken,
  exchange,
  UploadGone,
  type UploadSession,
  type UploadFile,
  type UploadSnapshot,
  type UploadJob,
} from './upload-work.ts';

export type UploadTask = {
  /** Starts, or resumes after a pause or a failure; resolves when it stops for whatever reason. */
  start: () => Promise<UploadSnapshot>;
  pause: () => void;
  /** Cancels the upload and drops it, here and on the server. */
  cancel: () => Promise<void>;
  snapshot: () => UploadSnapshot;
  subscribe: (listener: () => void) => () => void;
};

export type UploadInput = { file: UploadFile; title: string; owner: number; purpose: UploadRecord['purpose'] };

/** How often an upload the server has dropped is started again. */
const maximumBeginnings = 3;

/** Identifies an upload without reading the file; one of another person, or for another lesson, is not resumed. */
export function fingerprintOf(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  owner: number,
  lessonId: number,
): string {
  return [file.name, file.size, file.lastModified, owner, lessonId].join('|');
}

/** Registers the file for processing; false while it has not arrived. */
async function registerFile(work: UploadJob, key: string, signal: AbortSignal): Promise<boolean> {
  const media = await callServer(work, signal, () => work.deps.register({ key, title: work.title }));
  if (!media) return false;
  await work.deps.records.remove(work.fingerprint);
  work.show({ state: 'done', sent: work.file.size, speed: 0, media });
  return true;
}

async function begin(work: UploadJob, signal: AbortSignal): Promise<UploadSession> {
  const session: UploadSession = { token: await requestToken(work, signal), upload_id: '' };
  const send = () =>
    work.deps.send({ method: 'POST', url: uploadsUrl(session.token), token: session.token.token, signal });
  session.upload_id = textOf(await exchange(work, session, { signal, send }), 'uploadId');
  await saveRecord(work, session);
  return session;
}

async function complete(work: UploadJob, session: UploadSession, signal: AbortSignal): Promise<void> {
  const parts = await sendParts(work, session, signal);
  work.show({ state: 'finishing', speed: 0 });
  const body = JSON.stringify({
    parts: parts.map(({ partNumber, etag }) => ({ partNumber, etag })),
    fname: work.file.name,
  });
  await exchange(work, session, {
    signal,
    send: () => sendTo(work.deps, { ...session, signal }, { method: 'POST', body }),
  });
  if (!(await registerFile(work, session.token.key, signal))) throw new UploadGone();
}

/** Catches a wrong file before gigabytes are sent. */
async function assertKind({ file, purpose }: UploadJob): Promise<void> {
  const isSound = purpose.is_sound === true;
  const isRight = isSoundFile(file.name) === isSound && (await (isSound ? looksLikeSound(file) : looksLikeVideo(file)));
  if (!isRight) throw new UploadRefused(isSound ? 'not_a_sound' : 'not_a_video');
}

/** The upload started before, or a new one; null when the file turns out to have arrived. */
async function openSession(work: UploadJob, signal: AbortSignal): Promise<UploadSession | null> {
  const record = await work.deps.records.find(work.fingerprint);
  if (!record) {
    await assertKind(work);
    return begin(work, signal);
  }
  // The last response may have been lost after everything was sent.
  if (await registerFile(work, record.key, signal)) return null;
  return { token: await requestToken(work, signal, record.key), upload_id: record.upload_id };
}

async function run(work: UploadJob, signal: AbortSignal, keep: (session: UploadSession) => void): Promise<void> {
  for (let beginnings = 1; ; beginnings += 1) {
    const session = await openSession(work, signal);
    if (!session) return;
    keep(session);
    try {
      await complete(work, session, signal);
      return;
    } catch (error) {
      if (!(error instanceof UploadGone)) throw error;
      if (beginnings >= maximumBeginnings) throw new UploadRefused('server');
      await work.deps.records.remove(work.fingerprint);
    }
  }
}

function failed(error: unknown, { is_sound }: UploadRecord['purpose']): Partial<UploadSnapshot> {
  const { failure, text } = error instanceof UploadRefused ? error : new UploadRefused('server');
  // The storage reports that the file is of the wrong type, but not which type was expected.
  return {
    state: 'failed',
    speed: 0,
    failure: failure === 'not_a_video' && is_sound ? 'not_a_sound' : failure,
    failure_text: text,
  };
}

/**
 * Uploads one file in parts, three at a time. Waits for a lost connection, renews an expired token, and does not
 * resend what the server already has, after a pause or a reload.
 */
export function createUploadTask({ file, title, owner, purpose }: UploadInput, deps: UploadDeps): UploadTask {
  const fingerprint = fingerprintOf(file, owner, purpose.lesson_id);
  const listeners = new Set<() => void>();
  let view: UploadSnapshot = {
    name: file.name,
    size: file.size,
    state: 'waiting',
    sent: 0,
    speed: 0,
    failure: null,
    failure_text: '',
    media: null,
  };
  let running: AbortController | null = null;
  let session: UploadSession | null = null;
  const show = (change: Partial<UploadSnapshot>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const work: UploadJob = {
    file,
    title,
    purpose,
    fingerprint,
    deps,
    progress: createPartProgress(deps.now),
    state: () => view.state,
    show,
  };

  const start = async (): Promise<UploadSnapshot> => {
    if (running || view.state === 'done') return view;
    const { signal } = (running = new AbortController());
    show({ state: 'uploading', failure: null, failure_text: '' });
    try {
      await run(work, signal, (opened) => {
        session = opened;
      });
    } catch (error) {
      show(signal.aborted ? { state: 'paused', speed: 0 } : failed(error, purpose));
    } finally {
      running = null;
    }
    return view;
  };

  const cancel = async (): Promise<void> => {
    running?.abort();
    await deps.records.remove(fingerprint);
    // If this fails, the server cleans up within a week.
    if (session)
      await sendTo(deps, { ...session, signal: new AbortController().signal }, { method: 'DELETE' }).catch(
        () => undefined,
      );
  };

  return {
    start,
    cancel,
    pause: () => running?.abort(),
    snapshot: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
