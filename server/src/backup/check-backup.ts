import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { OperatorError } from '../db/operator-error.ts';
import { MANIFEST_NAME, type EntryRecord, type BackupManifest } from './manifest.ts';

/** The files of a backup, one after the other; each must be read to its end before the next one. */
export function openArchive(file: string): ReadableStream<ParsedTarEntry> {
  const content = pipeline(createReadStream(file), createGunzip(), () => undefined); // the reader gets the errors
  return Readable.toWeb(content).pipeThrough(createTarDecoder({ strict: true }));
}

async function measure({ header: { name, size }, body }: ParsedTarEntry): Promise<EntryRecord> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return { name, size, sha256: hash.digest('hex') };
}

function parseManifest(content: string): BackupManifest {
  const manifest = JSON.parse(content) as BackupManifest;
  if (manifest.format !== 1)
    throw new OperatorError(
      `The backup has format ${String(manifest.format)}, which this version of Kaike does not know.`,
    );
  return manifest;
}

async function readAll(file: string): Promise<{ entries: EntryRecord[]; manifest: BackupManifest | null }> {
  const entries: EntryRecord[] = [];
  let manifest: BackupManifest | null = null;
  for await (const entry of openArchive(file)) {
    if (entry.header.name === MANIFEST_NAME) manifest = parseManifest(await text(entry.body));
    else entries.push(await measure(entry));
  }
  return { entries, manifest };
}

/** Reads a backup to its end and compares every byte with its manifest; a backup that passes can be restored. */
export async function checkBackup(file: string): Promise<BackupManifest> {
  const { entries, manifest } = await readAll(file).catch((cause: unknown) => {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${file} is no usable backup: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  });
  if (!manifest) throw new OperatorError(`${file} is no backup of Kaike: it has no manifest.`);
  const entriesByName = new Map(entries.map((entry) => [entry.name, entry]));
  const isWrong = ({ name, size, sha256 }: EntryRecord): boolean =>
    entriesByName.get(name)?.size !== size || entriesByName.get(name)?.sha256 !== sha256;
  const wrong = manifest.entries.find(isWrong);
  if (wrong)
    throw new OperatorError(`${file} is damaged: ${wrong.name} is not what was backed up. Nothing was changed.`);
  if (entries.length !== manifest.entries.length)
    throw new OperatorError(`${file} was altered: it has files its manifest does not list. Nothing was changed.`);
  return manifest;
}
