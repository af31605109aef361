import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from './log-file.ts';
import { createLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-logs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('openLogFile', () => {
  it('starts a file every day and deletes those older than 14 days', () => {
    for (const name of ['kaike-2026-02-15.log', 'kaike-2026-02-16.log', 'kaike-2020-01-01.log', 'notes.txt'])
      writeFileSync(join(folder, name), 'x');
    let now = new Date('2026-02-28T23:59:59Z');
    const file = openLogFile(folder, () => now);
    file?.write('one\n');
    now = new Date('2026-03-01T00:00:00Z');
    file?.write('two\n');
    file?.write('three\n');
    expect([read('kaike-2026-02-28.log'), read('kaike-2026-03-01.log')]).toEqual(['one\n', 'two\nthree\n']);
    expect(readdirSync(folder).toSorted()).toEqual([
      'kaike-2026-02-16.log',
      'kaike-2026-02-28.log',
      'kaike-2026-03-01.log',
      'notes.txt',
    ]);
  });

  it('receives info lines that standard output omits, without secrets', () => {
    let output = '';
    const log = createLog(
      { env: 'local' },
      {
        write: (line) => {
          output += line;
        },
      },
      openLogFile(folder, () => new Date('2026-03-01T00:00:00Z')),
    );
    log.info({ password: 'hunter2' }, 'everyday');
    log.warn('strange');
    expect(output).toContain('strange');
    expect(output).not.toContain('everyday');
    expect(read('kaike-2026-03-01.log')).toMatch(/everyday.*\n.*strange/);
    expect(read('kaike-2026-03-01.log')).not.toContain('hunter2');
  });

  it('is null when the folder cannot be written', () => {
    writeFileSync(join(folder, 'a-file'), '');
    chmodSync(join(folder, 'a-file'), 0o600);
    expect(openLogFile(join(folder, 'a-file', 'logs'))).toBeNull();
  });
});
