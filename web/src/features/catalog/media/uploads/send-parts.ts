import { partsOf, sendTo, textOf, type UploadedPart } from './kodo-client.ts';
import { exchange, type UploadSession, type UploadJob } from './upload-work.ts';

const parallelParts = 3;

const sizeOf = ({ file }: UploadJob, { token: { part_size: most } }: UploadSession, part: number): number =>
  Math.min(most, file.size - (part - 1) * most);
const countOf = ({ file }: UploadJob, { token }: UploadSession): number => Math.ceil(file.size / token.part_size);

/** The parts the server already has. Parts of another size are not ours. */
async function listParts(work: UploadJob, session: UploadSession, signal: AbortSignal): Promise<UploadedPart[]> {
  const parts: UploadedPart[] = [];
  for (let marker = 0; ;) {
    const path = `?part-number-marker=${marker}`;
    const page = partsOf(
      await exchange(work, session, {
        signal,
        send: () => sendTo(work.deps, { ...session, signal }, { method: 'GET', path }),
      }),
    );
    parts.push(
      ...page.filter(
        (part) => part.partNumber <= countOf(work, session) && part.size === sizeOf(work, session, part.partNumber),
      ),
    );
    if (page.length === 0) return parts;
    marker = Math.max(...page.map((part) => part.partNumber));
  }
}

function showProgress({ progress, show }: UploadJob, part: number, bytes: number): void {
  progress.set(part, bytes);
  show({ sent: progress.total(), speed: progress.speed() });
}

/** Stores the state of the upload, to resume after a reload. */
export function saveRecord(
  { deps, file, fingerprint, purpose, progress }: UploadJob,
  { token, upload_id }: UploadSession,
): Promise<void> {
  return deps.records.save({
    fingerprint,
    name: file.name,
    size: file.size,
    key: token.key,
    upload_id,
    sent: progress.total(),
    purpose,
  });
}

async function sendPart(
  work: UploadJob,
  session: UploadSession,
  { part, signal }: { part: number; signal: AbortSignal },
): Promise<UploadedPart> {
  const from = (part - 1) * session.token.part_size;
  const body = work.file.slice(from, from + sizeOf(work, session, part));
  const send = async () => {
    showProgress(work, part, 0);
    const sendBody = session.token.method === 'signed-parts' ? (await import('./signed-parts.ts')).sendSigned : sendTo;
    return sendBody(
      work.deps,
      { ...session, signal },
      {
        method: 'PUT',
        path: `/${part}`,
        body,
        on_progress: (bytes) => showProgress(work, part, Math.min(bytes, body.size)),
      },
    );
  };
  const answer = await exchange(work, session, { signal, send });
  showProgress(work, part, body.size);
  await saveRecord(work, session);
  return { partNumber: part, etag: textOf(answer, 'etag'), size: body.size };
}

/** Runs the same work several times in parallel; the first failure aborts the others and is thrown once all have stopped. */
async function runInParallel(signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const lane = new AbortController();
  const stop = (): void => lane.abort();
  const failures: unknown[] = [];
  signal.addEventListener('abort', stop);
  const guarded = () =>
    run(lane.signal).catch((error: unknown) => {
      failures.push(error);
      stop();
    });
  await Promise.all(Array.from({ length: parallelParts }, guarded));
  signal.removeEventListener('abort', stop);
  if (failures.length > 0) throw failures[0];
}

/** Sends the parts the server does not have; returns all parts in order. */
export async function sendParts(work: UploadJob, session: UploadSession, signal: AbortSignal): Promise<UploadedPart[]> {
  const parts = await listParts(work, session, signal);
  for (const part of parts) work.progress.set(part.partNumber, part.size);
  work.progress.rest();
  work.show({ state: 'uploading', sent: work.progress.total() });
  const uploadedParts = new Set(parts.map((part) => part.partNumber));
  const missing = Array.from({ length: countOf(work, session) }, (_, index) => index + 1).filter(
    (part) => !uploadedParts.has(part),
  );
  await runInParallel(signal, async (lane) => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift())
      parts.push(await sendPart(work, session, { part, signal: lane }));
  });
  return parts.sort((a, b) => a.partNumber - b.partNumber);
}
