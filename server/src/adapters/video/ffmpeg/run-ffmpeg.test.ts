import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { kill, startProcess } from '../../../../test/processes/kill.ts';
import { makeTestVideo } from '../../../../test/media.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { HOSTILE_INPUT_ARGS } from './transcode.ts';

const ENDLESS = ['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc=s=64x64:r=10', '-f', 'null', '-'];
const FIXTURE = fileURLToPath(new URL('orphan.fixture.ts', import.meta.url));

let ffmpeg = '';
beforeAll(async () => {
  ffmpeg = (await findFfmpeg())?.path ?? '';
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('runFfmpeg', () => {
  it('returns the output and reports the time encoded so far', async () => {
    const input = await makeTestVideo({ seconds: 6 });
    const frame = await runFfmpeg({
      ffmpeg,
      args: ['-v', 'error', '-i', input, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
      timeout_ms: 30_000,
    });
    expect(frame.subarray(1, 4).toString()).toBe('PNG');
    const times: number[] = [];
    await runFfmpeg({
      ffmpeg,
      args: ['-v', 'error', '-progress', 'pipe:1', '-i', input, '-f', 'null', '-'],
      timeout_ms: 30_000,
      on_time: (time) => times.push(time),
    });
    expect(times.at(-1)).toBeCloseTo(6, 0);
  });

  it('kills work that takes too long', async () => {
    await expect(runFfmpeg({ ffmpeg, args: ENDLESS, timeout_ms: 300 })).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'timed_out',
    });
  });

  it('keeps the error output for the log', async () => {
    const refused = runFfmpeg({
      ffmpeg,
      args: ['-v', 'error', '-i', '/nowhere.mp4', '-f', 'null', '-'],
      timeout_ms: 30_000,
    });
    await expect(refused).rejects.toMatchObject({
      code: 'rejected',
      reason: 'unreadable_video',
      cause: expect.stringContaining('No such file'),
    });
  });

  it('reports a missing program', async () => {
    await expect(runFfmpeg({ ffmpeg: '/nowhere/ffmpeg', args: [], timeout_ms: 30_000 })).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'ffmpeg_missing',
    });
    await expect(runFfmpeg({ ffmpeg: '/etc/passwd', args: [], timeout_ms: 30_000 })).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'ffmpeg_missing',
    });
    await expect(
      runFfmpeg({ ffmpeg: '/bin/sh', args: ['-c', 'kill -9 $$'], timeout_ms: 30_000 }),
    ).rejects.toMatchObject({ code: 'unavailable', reason: 'killed' });
    await expect(
      runFfmpeg({ ffmpeg: '/bin/sh', args: ['-c', 'kill -11 $$'], timeout_ms: 30_000 }),
    ).rejects.toMatchObject({ code: 'rejected' });
  });

  it('limits the memory of the program', async () => {
    // Builds of ffmpeg differ in how much they need.
    const inOneBlock = {
      ffmpeg: '/bin/dd',
      args: ['if=/dev/zero', 'of=/dev/null', 'bs=200M', 'count=1'],
      timeout_ms: 30_000,
    };
    await expect(runFfmpeg({ ...inOneBlock, memory_mib: 150 })).rejects.toMatchObject({
      code: 'rejected',
      cause: expect.stringContaining('memory'),
    });
    await expect(runFfmpeg(inOneBlock)).resolves.toBeDefined();
  });

  it('hides our environment from the program', async () => {
    process.env['KAIKE_TEST_SECRET'] = 'hush';
    onTestFinished(() => {
      delete process.env['KAIKE_TEST_SECRET'];
    });
    const seen = await runFfmpeg({ ffmpeg: '/usr/bin/env', args: [], timeout_ms: 30_000 });
    expect(seen.toString()).toContain('PATH=');
    expect(seen.toString()).not.toContain('hush');
  });

  it('leaves no orphan when our process is killed', async () => {
    const output = join(await temporaryFolder(), 'endless.ts');
    const child = startProcess(FIXTURE, { args: [output] });
    await once(child, 'message');
    await expect.poll(async () => (await stat(output)).size).toBeGreaterThan(0);
    await kill(child);
    await expect.poll(() => writersOf(output)).toEqual([]);
  });
});

describe('a hostile input', () => {
  const open = (input: string) =>
    runFfmpeg({
      ffmpeg,
      args: ['-v', 'error', ...HOSTILE_INPUT_ARGS, '-i', input, '-f', 'null', '-'],
      timeout_ms: 30_000,
    });

  it('opens no other file through a playlist or a list of files', async () => {
    const video = await makeTestVideo({ seconds: 6 });
    const folder = await temporaryFolder();
    const playlist = join(folder, 'playlist.mp4');
    await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nfile://${video}\n#EXT-X-ENDLIST\n`);
    const list = join(folder, 'list.mp4');
    await writeFile(list, `ffconcat version 1.0\nfile '${video}'\n`);
    await expect(open(`file:${playlist}`)).rejects.toMatchObject({ reason: 'unreadable_video' });
    await expect(open(`file:${list}`)).rejects.toMatchObject({ reason: 'unreadable_video' });
    await expect(open(`concat:${video}`)).rejects.toMatchObject({ reason: 'unreadable_video' });
    await expect(open(`file:${video}`)).resolves.toBeDefined();
  });

  it.each(['http://127.0.0.1:9/a.mp4', 'tcp://127.0.0.1:9', 'rtmp://127.0.0.1/a'])(
    'reaches no network: %s',
    async (url) => {
      await expect(open(url)).rejects.toMatchObject({ cause: expect.stringMatching(/whitelist/) });
    },
  );
});

/** The processes with this path among their arguments. */
async function writersOf(path: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(path));
}
