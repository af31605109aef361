import type { MediaItem, UploadToken } from '@kaike/shared/contracts/media';
import { backoffMs, outcomeOf, partsOf, sendTo, textOf, uploadsUrl, type PartEntry } from './kodo-client.ts';
import { createPartProgress } from './part-progress.ts';
import { UploadRefused, type UploadDeps, type UploadFailure, type UploadRecord, type UploadReply } from './upload-port.ts';

/** `waiting`: in the queue, or not begun. `offline`: the connection is lost, and comes back by itself. */
export type UploadState = 'waiting' | 'uploading' | 'offline' | 'paused' | 'finishing' | 'done' | 'failed';

export type UploadSnapshot = {
  readonly name: string;
  readonly size: number;
  readonly state: UploadState;
  readonly sent: number;
  /** Bytes a second. */
  readonly speed: number;
  readonly failure: UploadFailure | null;
  /** The server's words for the failure, if it had any. */
  readonly failure_text: string;
  readonly media: MediaItem | null;
};

export type UploadTask = {
  /** Begins, or goes on after a pause or a failure; resolves when it stops for whatever reason. */
  start: () => Promise<UploadSnapshot>;
  pause: () => void;
  /** Gives the upload up and forgets it, here and on the server. */
  cancel: () => Promise<void>;
  snapshot: () => UploadSnapshot;
  subscribe: (listener: () => void) => () => void;
};

export type UploadFile = Pick<File, 'name' | 'size' | 'lastModified' | 'slice'>;
type Given = { file: UploadFile; title: string; owner: number; purpose: UploadRecord['purpose'] };
type Session = { token: UploadToken; upload_id: string; signal: AbortSignal };

const partBytes = 4 * 1024 * 1024;
const parallelParts = 3;
/** A server that answers with an error this often in a row is broken, not busy. */
const maximumServerErrors = 6;
/** An upload is begun anew when the server has forgotten it, but not over and over. */
const maximumBeginnings = 3;

class UploadGone extends Error {}

/** Tells files apart without reading them; another person's uploads are not continued. */
export function fingerprintOf(file: Pick<File, 'name' | 'size' | 'lastModified'>, owner: number): string {
  return [file.name, file.size, file.lastModified, owner].join('|');
}

/**
 * An upload of one file in parts of 4 MiB, three at a time. A lost connection is waited for, a token that ran out is
 * renewed, and what the server already has is not sent again, after a pause as after a reload.
 */
export function createUploadTask({ file, title, owner, purpose }: Given, deps: UploadDeps): UploadTask {
  const fingerprint = fingerprintOf(file, owner);
  const listeners = new Set<() => void>();
  const progress = createPartProgress(deps.now);
  let running: AbortController | null = null;
  let session: Session | null = null;
  let view: UploadSnapshot = { name: file.name, size: file.size, state: 'waiting', sent: 0, speed: 0, failure: null, failure_text: '', media: null };

  const show = (change: Partial<UploadSnapshot>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const partCount = Math.ceil(file.size / partBytes);
  const sizeOf = (part: number): number => Math.min(partBytes, file.size - (part - 1) * partBytes);

  /** Tries until there is an answer. Without a connection it waits as long as it takes. */
  const persist = async <T>(signal: AbortSignal, attempt: () => Promise<T | 'again' | 'offline'>): Promise<T> => {
    let errors = 0;
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      const result = await attempt();
      if (result !== 'again' && result !== 'offline') {
        if (view.state === 'offline') show({ state: 'uploading' });
        return result;
      }
      errors = result === 'again' ? errors + 1 : 0;
      if (errors >= maximumServerErrors) throw new UploadRefused('server');
      if (result === 'offline') show({ state: 'offline', speed: 0 });
      await deps.wait(backoffMs(tries, deps.random), signal);
    }
  };

  const renew = async (signal: AbortSignal, key?: string): Promise<UploadToken> =>
    persist(signal, async () => {
      try {
        return await deps.getToken({ name: file.name, size: file.size, ...(key ? { key } : {}) });
      } catch (error) {
        if (error instanceof UploadRefused) throw error;
        return 'offline';
      }
    });

  /** One request of the protocol with everything that may happen to it. */
  const exchange = async (current: Session, send: () => Promise<UploadReply>): Promise<unknown> =>
    persist(current.signal, async () => {
      const reply = await send();
      if (reply.status === 0) return 'offline';
      const outcome = outcomeOf(reply.status);
      if (outcome === 'gone') throw new UploadGone();
      if (outcome === 'expired') {
        current.token = await renew(current.signal, current.token.key);
        return 'again';
      }
      return outcome === 'again' ? 'again' : reply.body;
    });

  const begin = async (signal: AbortSignal): Promise<Session> => {
    const current: Session = { token: await renew(signal), upload_id: '', signal };
    const body = await exchange(current, () => deps.send({ method: 'POST', url: uploadsUrl(current.token), token: current.token.token, signal }));
    current.upload_id = textOf(body, 'uploadId');
    await save(current);
    return current;
  };

  const save = (current: Session): Promise<void> =>
    deps.records.save({ fingerprint, name: file.name, size: file.size, key: current.token.key, upload_id: current.upload_id, sent: view.sent, purpose });

  /** What the server already has; parts cut in another size are not ours. */
  const listed = async (current: Session): Promise<PartEntry[]> => {
    const found: PartEntry[] = [];
    for (let marker = 0; ; ) {
      const body = await exchange(current, () => sendTo(deps, current, { method: 'GET', path: `?part-number-marker=${marker}` }));
      const page = partsOf(body);
      found.push(...page.filter((part) => part.partNumber <= partCount && part.size === sizeOf(part.partNumber)));
      marker = page[page.length - 1]?.partNumber ?? 0;
      if (page.length === 0) return found;
    }
  };

  const tell = (part: number, bytes: number): void => {
    progress.set(part, bytes);
    show({ sent: progress.total(), speed: progress.speed() });
  };

  const sendPart = async (current: Session, part: number): Promise<PartEntry> => {
    const from = (part - 1) * partBytes;
    const body = file.slice(from, from + sizeOf(part));
    const answer = await exchange(current, () => {
      tell(part, 0);
      return sendTo(deps, current, { method: 'PUT', path: `/${part}`, body, on_progress: (bytes) => tell(part, Math.min(bytes, body.size)) });
    });
    tell(part, body.size);
    await save(current);
    return { partNumber: part, etag: textOf(answer, 'etag'), size: body.size };
  };

  const sendAll = async (current: Session): Promise<PartEntry[]> => {
    const parts = await listed(current);
    for (const part of parts) progress.set(part.partNumber, part.size);
    progress.rest();
    show({ state: 'uploading', sent: progress.total() });
    const known = new Set(parts.map((part) => part.partNumber));
    const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((part) => !known.has(part));
    // The first to fail stops the others; they would only fail the same way.
    const worker = async (): Promise<void> => {
      for (let part = missing.shift(); part !== undefined; part = missing.shift()) parts.push(await sendPart(current, part));
    };
    await Promise.all(Array.from({ length: parallelParts }, worker));
    return parts.sort((a, b) => a.partNumber - b.partNumber);
  };

  const handOver = (signal: AbortSignal, key: string): Promise<{ media: MediaItem | null }> =>
    persist(signal, async () => {
      try {
        return { media: await deps.register({ key, title }) };
      } catch (error) {
        if (error instanceof UploadRefused) throw error;
        return 'offline';
      }
    });

  const finish = async (media: MediaItem): Promise<void> => {
    await deps.records.remove(fingerprint);
    show({ state: 'done', sent: file.size, speed: 0, media });
  };

  const upload = async (current: Session): Promise<void> => {
    const parts = await sendAll(current);
    show({ state: 'finishing', speed: 0 });
    const body = JSON.stringify({ parts: parts.map(({ partNumber, etag }) => ({ partNumber, etag })), fname: file.name });
    await exchange(current, () => sendTo(deps, current, { method: 'POST', body }));
    const { media } = await handOver(current.signal, current.token.key);
    if (!media) throw new UploadGone();
    await finish(media);
  };

  /** Goes on with what was begun before; true when the file turns out to have arrived. */
  const resume = async (record: UploadRecord, signal: AbortSignal): Promise<boolean> => {
    const { media } = await handOver(signal, record.key);
    if (media) {
      await finish(media);
      return true;
    }
    session = { token: await renew(signal, record.key), upload_id: record.upload_id, signal };
    return false;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const record = await deps.records.find(fingerprint);
    if (record && (await resume(record, signal))) return;
    for (let beginnings = record ? 0 : 1; ; beginnings += 1) {
      session = beginnings === 0 && session ? session : await begin(signal);
      try {
        await upload(session);
        return;
      } catch (error) {
        if (!(error instanceof UploadGone)) throw error;
        await deps.records.remove(fingerprint);
        if (beginnings >= maximumBeginnings) throw new UploadRefused('server');
      }
    }
  };

  const settle = (error: unknown, signal: AbortSignal): void => {
    if (signal.aborted) show({ state: 'paused', speed: 0 });
    else if (error instanceof UploadRefused) show({ state: 'failed', speed: 0, failure: error.failure, failure_text: error.text });
    else show({ state: 'failed', speed: 0, failure: 'server', failure_text: '' });
  };

  return {
    async start() {
      if (running || view.state === 'done') return view;
      running = new AbortController();
      const { signal } = running;
      show({ state: 'uploading', failure: null, failure_text: '' });
      try {
        await run(signal);
      } catch (error) {
        running.abort();
        settle(error, signal.reason === 'stopped' ? signal : new AbortController().signal);
      } finally {
        running = null;
      }
      return view;
    },
    pause() {
      running?.abort('stopped');
    },
    async cancel() {
      running?.abort('stopped');
      await deps.records.remove(fingerprint);
      if (session?.upload_id) await sendTo(deps, { ...session, signal: new AbortController().signal }, { method: 'DELETE' }).catch(() => undefined);
    },
    snapshot: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
