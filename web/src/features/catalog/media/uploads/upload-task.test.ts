import { expect, test } from 'vitest';
import type { MediaItem } from '@kaike/shared/contracts/catalog/media';
import { fingerprintOf, createUploadTask, type UploadTask } from './upload-task.ts';
import {
  UploadRefused,
  type UploadDeps,
  type UploadRecord,
  type UploadReply,
  type UploadRequest,
} from './upload-port.ts';

const mebibyte = 1024 ** 2;
const partBytes = 4 * mebibyte;

/** A server that keeps parts in memory and behaves as the tests script it. */
function makeServer() {
  const uploads = new Map<string, { parts: Map<number, { etag: string; size: number }>; file: number | null }>();
  const log: string[] = [];
  const media = new Map<string, MediaItem>();
  let failures: ((request: UploadRequest) => number | null)[] = [];
  let highest = 0;
  let inFlight = 0;
  let tokens = 0;

  const handle = async (request: UploadRequest): Promise<UploadReply> => {
    const [, id = '', part = ''] = /objects\/[^/]+\/uploads(?:\/([^/?]+))?(?:\/(\d+))?/.exec(request.url) ?? [];
    log.push(`${request.method} ${part ? `part ${part}` : id ? 'upload' : 'uploads'}`);
    const failure = failures.map((fail) => fail(request)).find((status) => status !== null);
    if (failure !== undefined && failure !== null) return { status: failure, body: {} };
    if (!id) {
      uploads.set(`u${uploads.size + 1}`, { parts: new Map(), file: null });
      return { status: 200, body: { uploadId: `u${uploads.size}` } };
    }
    const upload = uploads.get(id);
    if (!upload) return { status: 612, body: {} };
    if (request.method === 'PUT') {
      const size = (request.body as Blob).size;
      upload.parts.set(Number(part), { etag: `e${part}`, size });
      request.on_progress?.(size);
      return { status: 200, body: { etag: `e${part}` } };
    }
    if (request.method === 'GET') {
      const marker = Number(/marker=(\d+)/.exec(request.url)?.[1] ?? 0);
      const parts = [...upload.parts]
        .filter(([number]) => number > marker)
        .sort(([a], [b]) => a - b)
        .slice(0, 2)
        .map(([partNumber, rest]) => ({ partNumber, ...rest }));
      return { status: 200, body: { parts } };
    }
    if (request.method === 'DELETE') uploads.delete(id);
    else upload.file = [...upload.parts.values()].reduce((sum, one) => sum + one.size, 0);
    return { status: 200, body: {} };
  };

  return {
    uploads,
    log,
    media,
    handle,
    failWith: (fail: (request: UploadRequest) => number | null) => {
      failures = [fail];
    },
    heal: () => {
      failures = [];
    },
    highest: () => highest,
    tokens: () => tokens,
    async send(request: UploadRequest): Promise<UploadReply> {
      inFlight += 1;
      highest = Math.max(highest, inFlight);
      await Promise.resolve();
      const reply = request.signal.aborted ? { status: 0, body: null } : await handle(request);
      inFlight -= 1;
      return reply;
    },
    getToken: async ({ key }: { key?: string }) => {
      tokens += 1;
      return {
        driver: 'local',
        method: 'kodo-parts',
        upload_url: '/uploads/kodo',
        bucket: 'kaike',
        token: `t${tokens}`,
        key: key ?? `2026/01/${uploads.size}.mp4`,
        expires_at: '',
        part_size: partBytes,
        max_size: 1,
        accept: [],
      };
    },
    register: async ({ key, title }: { key: string; title: string }): Promise<MediaItem | null> => {
      log.push('register');
      if (![...uploads.values()].some((upload) => upload.file !== null)) return null;
      const existing = media.get(key);
      const item = existing ?? {
        id: media.size + 1,
        title,
        status: 2,
        progress: 0,
        error: '',
        duration_sec: 0,
        size: 0,
        width: 0,
        height: 0,
        cover: null,
      };
      media.set(key, item);
      return item;
    },
  };
}

function makeRecords() {
  const stored = new Map<string, UploadRecord>();
  return {
    stored,
    find: async (fingerprint: string) => stored.get(fingerprint) ?? null,
    save: async (record: UploadRecord) => {
      stored.set(record.fingerprint, record);
    },
    remove: async (fingerprint: string) => {
      stored.delete(fingerprint);
    },
  };
}

const head = new TextEncoder().encode('\0\0\0\u0018ftypisom');
const file = (size: number): File =>
  new File([head, new Uint8Array(size - head.length)], '第一课.mp4', { lastModified: 5 });

function setUp(size: number, changes: Partial<UploadDeps> = {}) {
  const server = makeServer();
  const records = makeRecords();
  const waits: number[] = [];
  const deps: UploadDeps = {
    send: server.send,
    getToken: server.getToken,
    register: server.register,
    records,
    now: () => 0,
    random: () => 0.5,
    wait: async (ms) => {
      waits.push(ms);
    },
    ...changes,
  };
  const make = (): UploadTask =>
    createUploadTask({ file: file(size), title: '第一课', owner: 7, purpose: { course_id: 1, lesson_id: 2 } }, deps);
  return { server, records, waits, deps, make, task: make() };
}

const partsSent = (log: string[]): string[] => log.filter((line) => line.startsWith('PUT'));

test('a file is sent in parts, three at a time, and registered once', async () => {
  const { server, task, records } = setUp(5 * partBytes + 10);
  const end = await task.start();
  expect(end).toMatchObject({ state: 'done', sent: 5 * partBytes + 10, failure: null });
  expect(partsSent(server.log)).toHaveLength(6);
  expect([...server.uploads.values()].map((upload) => upload.file)).toEqual([5 * partBytes + 10]);
  expect(server.highest()).toBe(3);
  expect(server.media.size).toBe(1);
  expect(records.stored.size).toBe(0);
});

test('a lost connection is retried with growing pauses, and nothing is sent twice', async () => {
  const { server, task, waits } = setUp(2 * partBytes);
  const states = new Set<string>();
  task.subscribe(() => states.add(task.snapshot().state));
  let lost = 4;
  server.failWith((request) => (request.method === 'PUT' && request.url.endsWith('/2') && lost-- > 0 ? 0 : null));
  expect((await task.start()).state).toBe('done');
  expect(waits).toEqual([1000, 2000, 4000, 8000]);
  expect(states).toContain('offline');
  expect(partsSent(server.log).filter((line) => line === 'PUT part 1')).toHaveLength(1);
});

test('a restarting server is waited for, however long it takes', async () => {
  const { server, task, waits } = setUp(partBytes);
  let away = 20;
  server.failWith((request) => (request.method === 'PUT' && away-- > 0 ? 502 : null));
  expect((await task.start()).state).toBe('done');
  expect(waits).toHaveLength(20);
  expect(Math.max(...waits)).toBe(30_000);
});

test('after a pause only the missing parts are sent', async () => {
  const { server, task } = setUp(4 * partBytes);
  const unsubscribe = task.subscribe(() => {
    if (task.snapshot().sent >= 2 * partBytes) task.pause();
  });
  expect((await task.start()).state).toBe('paused');
  unsubscribe();
  const had = server.uploads.get('u1')?.parts.size ?? 0;
  expect(had).toBeGreaterThan(0);
  expect(had).toBeLessThan(4);
  server.log.length = 0;
  expect((await task.start()).state).toBe('done');
  expect(partsSent(server.log)).toHaveLength(4 - had);
});

test('after a reload the same file resumes where it was, under a new token', async () => {
  const { server, task, make, records } = setUp(4 * partBytes);
  server.failWith((request) => (request.url.endsWith('/4') ? 413 : null));
  expect((await task.start()).state).toBe('failed');
  expect(records.stored.get(fingerprintOf(file(4 * partBytes), 7, 2))).toMatchObject({
    upload_id: 'u1',
    purpose: { course_id: 1, lesson_id: 2 },
  });
  const had = server.uploads.get('u1')?.parts.size ?? 0;
  expect(had).toBeGreaterThan(0);
  server.heal();
  server.log.length = 0;
  expect((await make().start()).state).toBe('done');
  expect(partsSent(server.log)).toHaveLength(4 - had);
  expect(server.uploads.size).toBe(1);
});

test('a file whose last response was lost is registered without sending a byte again', async () => {
  const { server, deps, records } = setUp(partBytes);
  const uploadInput = { file: file(partBytes), title: '第一课', owner: 7, purpose: { course_id: 1, lesson_id: 2 } };
  const lost: UploadTask = createUploadTask(uploadInput, {
    ...deps,
    register: async (body) => {
      if (!(await server.register(body))) return null;
      lost.pause();
      throw new Error('no answer');
    },
  });
  expect((await lost.start()).state).toBe('paused');
  expect(records.stored.size).toBe(1);
  server.log.length = 0;
  expect((await createUploadTask(uploadInput, deps).start()).state).toBe('done');
  expect(server.log).toEqual(['register']);
  expect(server.media.size).toBe(1);
});

test('an expired token is renewed for the same key', async () => {
  const { server, task } = setUp(partBytes);
  server.failWith((request) => (request.token === 't1' && request.method === 'PUT' ? 401 : null));
  expect((await task.start()).state).toBe('done');
  expect(server.tokens()).toBe(2);
  expect(server.uploads.size).toBe(1);
});

test('an upload the server has dropped is started again', async () => {
  const { server, task, records, make } = setUp(2 * partBytes);
  server.failWith((request) => (request.url.endsWith('/2') ? 413 : null));
  await task.start();
  server.heal();
  server.uploads.delete('u1');
  server.uploads.set('other', { parts: new Map(), file: null });
  expect((await make().start()).state).toBe('done');
  expect(records.stored.size).toBe(0);
});

test.each([
  [403, 'not_a_video'],
  [413, 'too_large'],
  [507, 'no_space'],
] as const)('status %s ends it: %s', async (status, failure) => {
  const { server, task, waits } = setUp(partBytes);
  server.failWith((request) => (request.method === 'POST' && request.url.endsWith('u1') ? status : null));
  expect(await task.start()).toMatchObject({ state: 'failed', failure });
  expect(waits).toEqual([]);
});

test('an audio file is sent for an audio lesson; one the server rejects is reported as not audio', async () => {
  const { server, deps } = setUp(partBytes);
  const sound = new File(['ID3\u0004\0\0\0\0\0\0\0\0 and so on'], '跟读.mp3');
  const make = (): UploadTask =>
    createUploadTask(
      { file: sound, title: '跟读', owner: 7, purpose: { course_id: 1, lesson_id: 2, is_sound: true } },
      deps,
    );
  expect(await make().start()).toMatchObject({ state: 'done', failure: null });
  server.failWith((request) => (request.method === 'POST' && request.url.endsWith('u2') ? 403 : null));
  expect(await make().start()).toMatchObject({ state: 'failed', failure: 'not_a_sound' });
});

test.each([
  ['film.mp4', true, 'not_a_sound'],
  ['film.m4a', false, 'not_a_video'],
  ['text.mp3', true, 'not_a_sound'],
] as const)(
  '%s is refused before anything is sent where the other kind is expected',
  async (name, isSound, failure) => {
    const { server, deps } = setUp(partBytes);
    const wrong = name === 'text.mp3' ? new File(['no sound at all, only text'], name) : new File([head], name);
    const task = createUploadTask(
      { file: wrong, title: name, owner: 7, purpose: { course_id: 1, lesson_id: 2, is_sound: isSound } },
      deps,
    );
    expect(await task.start()).toMatchObject({ state: 'failed', failure });
    expect(server.log).toEqual([]);
  },
);

test('a file that is no video is refused before anything is sent', async () => {
  const { server, deps } = setUp(partBytes);
  const text = new File(['not a video, whatever its name'], '假.mp4');
  const task = createUploadTask({ file: text, title: '假', owner: 7, purpose: { course_id: 1, lesson_id: 2 } }, deps);
  expect(await task.start()).toMatchObject({ state: 'failed', failure: 'not_a_video' });
  expect(server.log).toEqual([]);
  expect(server.tokens()).toBe(0);
});

test('a refused token shows the server’s message', async () => {
  const { task } = setUp(partBytes, {
    getToken: async () => {
      throw new UploadRefused('too_large', '文件太大');
    },
  });
  expect(await task.start()).toMatchObject({ state: 'failed', failure: 'too_large', failure_text: '文件太大' });
});

test('after repeated server errors the upload fails, and can be retried', async () => {
  const { server, task, waits } = setUp(partBytes);
  server.failWith((request) => (request.method === 'PUT' ? 500 : null));
  expect(await task.start()).toMatchObject({ state: 'failed', failure: 'server' });
  expect(waits).toHaveLength(5);
  server.heal();
  expect((await task.start()).state).toBe('done');
});

test('cancelling drops the upload on both sides', async () => {
  const { server, task, records } = setUp(2 * partBytes);
  server.failWith((request) => (request.url.endsWith('/2') ? 413 : null));
  await task.start();
  await task.cancel();
  expect(server.uploads.size).toBe(0);
  expect(records.stored.size).toBe(0);
});

test('progress adds up and never exceeds the file size', async () => {
  const { task } = setUp(3 * partBytes + 1);
  const seen: number[] = [];
  task.subscribe(() => seen.push(task.snapshot().sent));
  await task.start();
  expect(Math.max(...seen)).toBe(3 * partBytes + 1);
});
