import type { MediaItem, UploadToken } from '@kaike/shared/contracts/catalog/media';
import { backoffMs, outcomeOf } from './kodo-client.ts';
import type { PartProgress } from './part-progress.ts';
import {
  UploadRefused,
  type UploadDeps,
  type UploadFailure,
  type UploadRecord,
  type UploadReply,
} from './upload-port.ts';

/** `waiting`: queued, or not started. `offline`: the connection is lost; resumes automatically. */
export type UploadState = 'waiting' | 'uploading' | 'offline' | 'paused' | 'finishing' | 'done' | 'failed';

export type UploadSnapshot = {
  readonly name: string;
  readonly size: number;
  readonly state: UploadState;
  readonly sent: number;
  /** Bytes per second. */
  readonly speed: number;
  readonly failure: UploadFailure | null;
  /** The server's message for the failure, if any. */
  readonly failure_text: string;
  readonly media: MediaItem | null;
};

export type UploadFile = Pick<File, 'name' | 'size' | 'lastModified' | 'slice'>;

/** One run of an upload: its file, dependencies, and where it reports progress. */
export type UploadJob = {
  readonly file: UploadFile;
  readonly title: string;
  readonly purpose: UploadRecord['purpose'];
  readonly fingerprint: string;
  readonly deps: UploadDeps;
  readonly progress: PartProgress;
  readonly state: () => UploadState;
  readonly show: (change: Partial<UploadSnapshot>) => void;
};

/** An upload on the server: the token is replaced when it expires. */
export type UploadSession = { token: UploadToken; upload_id: string };

/** The server no longer knows the upload; it must be started again. */
export class UploadGone extends Error {}

/** The person, or a failure of a parallel part, has stopped the work. */
export class UploadStopped extends Error {}

/** A server that answers with an error this often in a row is broken, not busy. */
const maximumServerErrors = 6;

export type Again = 'again' | 'offline';

/** Retries until there is a response. Without a connection it waits as long as it takes. */
export async function persist<T>(work: UploadJob, signal: AbortSignal, attempt: () => Promise<T | Again>): Promise<T> {
  const { deps, show, state } = work;
  let errors = 0;
  for (let tries = 0; ; tries += 1) {
    if (signal.aborted) throw new UploadStopped();
    const result = await attempt();
    if (result !== 'again' && result !== 'offline') {
      if (state() === 'offline') show({ state: 'uploading' });
      return result;
    }
    errors = result === 'again' ? errors + 1 : 0;
    if (errors >= maximumServerErrors) throw new UploadRefused('server');
    if (result === 'offline') show({ state: 'offline', speed: 0 });
    await deps.wait(backoffMs(tries, deps.random), signal);
  }
}

/** Calls our own endpoints: a refusal ends the upload, anything else counts as a lost connection. */
export async function callServer<T>(work: UploadJob, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  const { answer } = await persist(work, signal, async () => {
    try {
      return { answer: await request() };
    } catch (error) {
      if (error instanceof UploadRefused) throw error;
      return 'offline';
    }
  });
  return answer;
}

/** A token for the file; with a key one that resumes a started upload. */
export function requestToken(work: UploadJob, signal: AbortSignal, key?: string): Promise<UploadToken> {
  const { name, size } = work.file;
  return callServer(work, signal, () => work.deps.getToken({ name, size, ...(key ? { key } : {}) }));
}

/** One request of the protocol, with retries, token renewal and a dropped upload handled. */
export async function exchange(
  work: UploadJob,
  session: UploadSession,
  { signal, send }: { signal: AbortSignal; send: () => Promise<UploadReply> },
): Promise<unknown> {
  const { body } = await persist(work, signal, async () => {
    const reply = await send();
    const outcome = outcomeOf(reply.status);
    if (outcome === 'gone') throw new UploadGone();
    if (outcome === 'expired') session.token = await requestToken(work, signal, session.token.key);
    if (outcome === 'ok') return { body: reply.body };
    return outcome === 'offline' ? 'offline' : 'again';
  });
  return body;
}
