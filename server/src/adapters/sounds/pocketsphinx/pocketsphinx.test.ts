import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSounds } from '../create-sounds.ts';
import { findPocketsphinx } from './find-pocketsphinx.ts';
import { removeRecordings } from './run-pocketsphinx.ts';
import { spokenForms } from './spoken-forms.ts';

/** A stand-in for the program: it reads the recording and writes this table for the text, and that one for any sounds. */
async function installed(
  text: string,
  any = '<sil>  0  99  1.000  -900  0  1\\n',
): Promise<{ path: string; model: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-pocketsphinx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = `#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = -jsgf ] && grammar=$2; [ "$1" = -infile ] && recording=$2; shift; done
[ "$(wc -c < "$recording")" = 32000 ] || exit 4
printf %s "$recording" > '${folder}/place'
if grep -q anyAA "$grammar"; then printf '${any}' >&2; else printf '${text}' >&2; fi
`;
  await writeFile(join(folder, 'pocketsphinx_continuous'), script);
  await chmod(join(folder, 'pocketsphinx_continuous'), 0o755);
  await mkdir(join(folder, 'en-us'));
  await writeFile(
    join(folder, 'cmudict-en-us.dict'),
    'i AY\nthink TH IH NG K\nthinking TH IH NG K IH NG\nthe DH AH\nthe(2) DH IY\nweather W EH DH ER\n',
  );
  return { path: folder, model: folder };
}
const soundsOf = async (text: string, any?: string) => {
  const { path, model } = await installed(text, any);
  return createSounds(() => findPocketsphinx(path, [model]));
};
const samples = Int16Array.from({ length: 16_000 }, (_, index) => index % 100);
const row = (name: string, from: number, to: number, score: number): string =>
  `${name}  ${from}  ${to}  1.000  ${score}  0  1\\n`;

it('is not there without the program or without its model', async () => {
  const { path, model } = await installed('');
  expect(await findPocketsphinx(path, [model])).toMatchObject({ dictionary: join(model, 'cmudict-en-us.dict') });
  expect(await findPocketsphinx(path, ['/nowhere'])).toBeNull();
  expect(await findPocketsphinx('/nowhere', [model])).toBeNull();
  expect(await createSounds(() => findPocketsphinx('')).name()).toBeNull();
});

it('names the sound that a word was heard with, and none where the right form fits better', async () => {
  const heard = row('w0n0', 0, 19, -100) + row('w1n1', 20, 59, -200) + row('w2n0', 60, 99, -200);
  expect(await (await soundsOf(heard)).compare(samples, ['i', 'think', 'weather'])).toEqual([
    { word: 1, sound: 'TH', instead: 'S' },
  ]);
  const right = row('w0n0', 0, 19, -100) + row('w1n0', 20, 59, -200) + row('w2n0', 60, 99, -200);
  expect(await (await soundsOf(right)).compare(samples, ['i', 'think', 'weather'])).toEqual([]);
});

it('leaves no recording, and removes that of a killed server, by the number in its name', async () => {
  const { path, model } = await installed('');
  await createSounds(() => findPocketsphinx(path, [model])).compare(samples, ['i', 'think']);
  const place = dirname(await readFile(join(path, 'place'), 'utf8'));
  expect([basename(place).startsWith(`kaike-sounds-${process.pid}-`), existsSync(place)]).toEqual([true, false]);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  // Not where the servers of other tests, which start beside this one, look for the same.
  const [left, running] = await Promise.all(
    [ended, process.ppid].map((pid) => mkdtemp(join(path, `kaike-sounds-${pid}-`))),
  );
  expect(await removeRecordings(path)).toEqual([basename(left ?? '')]);
  expect([existsSync(left ?? ''), existsSync(running ?? '')]).toEqual([false, true]);
});

it('compares one recording of a member at a time', async () => {
  const sounds = await soundsOf('');
  const first = sounds.compare(samples, ['i', 'think'], 1);
  const [second, other] = await Promise.allSettled([
    sounds.compare(samples, ['i', 'think'], 1),
    sounds.compare(samples, ['i', 'think'], 2),
  ]);
  expect(second).toMatchObject({ status: 'rejected', reason: { reason: 'busy' } });
  expect([await first, other]).toEqual(['other_words', { status: 'fulfilled', value: 'other_words' }]);
  expect(await sounds.compare(samples, ['i', 'think'], 1)).toBe('other_words');
});

it('runs the program without the environment of the server', async () => {
  const { path, model } = await installed('');
  const file = join(path, 'environment');
  await writeFile(join(path, 'pocketsphinx_continuous'), `#!/bin/sh\nenv > ${file}\n`);
  process.env['KAIKE_TEST_SECRET'] = 'hidden';
  onTestFinished(() => void Reflect.deleteProperty(process.env, 'KAIKE_TEST_SECRET'));
  await createSounds(() => findPocketsphinx(path, [model])).compare(samples, ['i']);
  const names = (await readFile(file, 'utf8')).match(/^\w+(?==)/gm) ?? [];
  expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)).toSorted()).toEqual([
    'LC_ALL',
    'PATH',
  ]);
});

it('knows other words: nothing fits, words are missing, or any sounds fit much better', async () => {
  expect(await (await soundsOf('')).compare(samples, ['i', 'think'])).toBe('other_words');
  expect(await (await soundsOf(row('w0n0', 0, 99, -100))).compare(samples, ['i', 'think'])).toBe('other_words');
  const bad = row('w0n0', 0, 49, -2000) + row('w1n0', 50, 99, -2000);
  expect(await (await soundsOf(bad)).compare(samples, ['i', 'think'])).toBe('other_words');
});

it('says nothing about a word that is not in the dictionary', async () => {
  expect(await (await soundsOf('')).compare(samples, ['i', 'quokka'])).toBe('unknown_words');
});

it('fails when the program does, and does not let recordings pile up', async () => {
  const { path, model } = await installed('');
  await writeFile(join(path, 'pocketsphinx_continuous'), '#!/bin/sh\nexit 3\n');
  await expect(createSounds(() => findPocketsphinx(path, [model])).compare(samples, ['i'])).rejects.toThrow();
  const sounds = await soundsOf('');
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => sounds.compare(samples, ['i'])));
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await sounds.compare(samples, ['i'])).toBe('other_words');
});

it('compares typical mistakes only, and never in words without stress', () => {
  const forms = (word: string, ...sounds: string[]) =>
    spokenForms(word, [sounds]).flatMap(({ other }) => (other ? [`${other.sound}>${other.instead ?? ''}`] : []));
  expect(forms('think', 'TH', 'IH', 'NG', 'K')).toEqual(['TH>S', 'TH>T', 'IH>IY', 'NG>N', 'K>']);
  expect(forms('the', 'DH', 'AH')).toEqual([]);
  // Two right pronunciations: neither is a mistake for the other.
  expect(
    spokenForms('been', [
      ['B', 'IH', 'N'],
      ['B', 'IY', 'N'],
    ]).filter(({ other }) => other?.instead === 'IY'),
  ).toEqual([]);
});
