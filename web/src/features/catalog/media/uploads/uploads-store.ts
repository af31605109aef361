import { createUploadDeps, type Attach } from './upload-deps.ts';
import { createUploadTask, fingerprintOf } from './upload-task.ts';
import { useUploads, type ListedUpload } from './uploads-list.ts';

/** One file at a time: it uses three connections; a second one would leave the browser none for the page itself. */
const activeAtOnce = 1;
const isActive = ({ view: { state } }: ListedUpload): boolean =>
  state === 'uploading' || state === 'offline' || state === 'finishing';

const patch = (id: string, change: Partial<ListedUpload>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  }));

function startNext(): void {
  const { uploads } = useUploads.getState();
  const next = uploads.find(({ view }) => view.state === 'waiting');
  if (!next || uploads.filter(isActive).length >= activeAtOnce) return;
  void next.task.start().then(startNext);
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

useUploads.subscribe(({ uploads }) => {
  if (uploads.some(isActive)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

export type NewUpload = Pick<ListedUpload, 'purpose' | 'cancelled'> & {
  file: File;
  title: string;
  owner: number;
  attach: Attach;
};

/** Queues a file. The same file is queued once per lesson. */
export function addUpload({ file, title, owner, purpose, attach, cancelled }: NewUpload): void {
  const id = fingerprintOf(file, owner, purpose.lesson_id);
  const existing = useUploads.getState().uploads.find((upload) => upload.id === id);
  if (existing && existing.view.state !== 'done' && existing.view.state !== 'failed') return;
  const task = createUploadTask({ file, title, owner, purpose }, createUploadDeps({ owner, purpose, attach }));
  task.subscribe(() => patch(id, { view: task.snapshot() }));
  const upload: ListedUpload = { id, purpose, view: task.snapshot(), task, cancelled };
  // A failed upload of another file for the same lesson is obsolete.
  const isOver = (one: ListedUpload): boolean =>
    one.id === id ||
    (one.view.state === 'failed' && purpose.lesson_id > 0 && one.purpose.lesson_id === purpose.lesson_id);
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads.filter((one) => !isOver(one)), upload] }));
  startNext();
}

/** Resumes a paused or failed upload, ahead of waiting ones. */
export function resumeUpload(id: string): void {
  const upload = useUploads.getState().uploads.find((one) => one.id === id);
  if (upload) void upload.task.start().then(startNext);
}

export function pauseUpload(id: string): void {
  const upload = useUploads.getState().uploads.find((one) => one.id === id);
  upload?.task.pause();
}

/** Cancels an upload: it is dropped here and on the server. */
export async function cancelUpload(id: string): Promise<void> {
  const upload = useUploads.getState().uploads.find((one) => one.id === id);
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.id !== id) }));
  await upload?.task.cancel();
  upload?.cancelled?.();
  startNext();
}

/** Removes what has ended from the list. */
export function dismissEnded(): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.filter(({ view: { state } }) => state !== 'done' && state !== 'failed'),
  }));
}
