import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeLeftovers } from './remove-leftovers.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-leftovers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('removes what a killed restore unpacked, and nothing else', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const retained = ['postgres', 'restore-notes', `restore-${process.ppid}`, 'uploads', 'uploads.before-restore-2026'];
  for (const name of [...retained, `restore-${ended}`, `restore-${process.pid}`]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), 'x');
  }
  expect((await removeLeftovers(folder)).toSorted()).toEqual([`restore-${ended}`, `restore-${process.pid}`].toSorted());
  expect(readdirSync(folder).toSorted()).toEqual(retained.toSorted());
});
