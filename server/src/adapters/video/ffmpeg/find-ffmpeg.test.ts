import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findFfmpeg } from './find-ffmpeg.ts';

async function folderWith(script: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-path-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (script === undefined) return folder;
  await writeFile(join(folder, 'ffmpeg'), script);
  await chmod(join(folder, 'ffmpeg'), 0o755);
  return folder;
}

it('uses the packaged one when the path has none', async () => {
  const ffmpeg = await findFfmpeg(await folderWith(undefined));
  expect(ffmpeg).toMatchObject({ source: 'npm', version: expect.stringMatching(/./) });
});

it('uses the first on the path that encodes H.264', async () => {
  const packaged = await findFfmpeg('');
  const useless = await folderWith('#!/bin/sh\necho " V..... mpeg4  MPEG-4"\n');
  const broken = await folderWith('#!/bin/sh\nexit 3\n');
  const path = [await folderWith(undefined), useless, broken, dirname(packaged?.path ?? '')].join(delimiter);
  expect(await findFfmpeg(path)).toEqual({ ...packaged, source: 'path' });
});
