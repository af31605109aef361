import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeEnded } from '../../../process/remove-ended.ts';
import type { Pocketsphinx } from './find-pocketsphinx.ts';

/** A part of the recording by its frames of 10 ms, and how well it fits: higher is better. */
export type Segment = { name: string; from: number; to: number; score: number };

/** What may be said, as a grammar of made-up words and how each sounds. */
export type Grammar = { rule: string; words: readonly { name: string; sounds: readonly string[] }[] };

const run = promisify(execFile);
const timeoutMs = 20_000;
const maxOutputBytes = 4 * 1024 * 1024;
/** Frames of silence after which an utterance would be over: longer than any recording. */
const neverEnds = '10000';

/** The columns of its table: word, first and last frame, probability, score. */
const readSegments = (log: string): Segment[] =>
  [...log.matchAll(/^(\S+) +(\d+) +(\d+) +[\d.]+ +(-?\d+) /gm)].map(([, name = '', from, to, score]) => ({
    name,
    from: Number(from),
    to: Number(to),
    score: Number(score),
  }));

const folderName = 'kaike-sounds-';
const folderPattern = new RegExp(`^${folderName}(\\d+)-`);

/** Removes the recordings of processes that were killed while the program ran. */
export const removeRecordings = (folder = tmpdir()): Promise<string[]> => removeEnded(folder, folderPattern);

/**
 * The most likely way through a grammar; empty when nothing fits. The recording is a file of a private folder for as long as the program
 * runs, which reads no sockets. The log is where it writes what we need.
 */
export async function runPocketsphinx(
  { program, model }: Pick<Pocketsphinx, 'program' | 'model'>,
  samples: Int16Array,
  { rule, words }: Grammar,
): Promise<Segment[]> {
  const folder = await mkdtemp(join(tmpdir(), `${folderName}${process.pid}-`));
  try {
    const at = (name: string): string => join(folder, name);
    const [dictionary, grammar, recording] = [at('words.dict'), at('text.jsgf'), at('take.raw')];
    await writeFile(dictionary, words.map(({ name, sounds }) => `${name} ${sounds.join(' ')}\n`).join(''));
    await writeFile(grammar, `#JSGF V1.0;\ngrammar text;\npublic <text> = ${rule};\n`);
    const paths = ['-infile', recording, '-hmm', model, '-dict', dictionary, '-jsgf', grammar];
    const options = ['-backtrace', 'yes', '-bestpath', 'no', '-remove_silence', 'no', '-vad_postspeech', neverEnds];
    await writeFile(recording, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxOutputBytes } as const;
    // The server's own environment has its secrets.
    const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };
    const { stderr: log } = await run(program, [...paths, ...options], { ...limits, env });
    return readSegments(log);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
