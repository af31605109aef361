import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../db/operator-error.ts';
import { MANIFEST_NAME, type EntryRecord, type Manifest } from './manifest.ts';
import { readTar, type TarEntry } from './tar-reader.ts';

/** The archive's content, uncompressed. */
export function openArchive(file: string): Readable {
  return pipeline(createReadStream(file), createGunzip(), () => undefined); // the reader of the last stream gets the errors
}

async function readText(entry: TarEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function measure(entry: TarEntry): Promise<EntryRecord> {
  const hash = createHash('sha256');
  for await (const chunk of entry.content) hash.update(chunk);
  return { name: entry.name, size: entry.size, sha256: hash.digest('hex') };
}

function parseManifest(content: string): Manifest {
  const manifest = JSON.parse(content) as Manifest;
  if (manifest.format !== 1)
    throw new OperatorError(
      `The backup has format ${String(manifest.format)}, which this version of Kaike does not know.`,
    );
  return manifest;
}

async function readAll(file: string): Promise<{ entries: EntryRecord[]; manifest: Manifest | null }> {
  const entries: EntryRecord[] = [];
  let manifest: Manifest | null = null;
  for await (const entry of readTar(openArchive(file))) {
    if (entry.name === MANIFEST_NAME) manifest = parseManifest(await readText(entry));
    else entries.push(await measure(entry));
  }
  return { entries, manifest };
}

/** Reads a backup to its end and compares every byte with its manifest; a backup that passes can be restored. */
export async function checkBackup(file: string): Promise<Manifest> {
  const { entries, manifest } = await readAll(file).catch((cause: unknown) => {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${file} is no usable backup: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  });
  if (!manifest) throw new OperatorError(`${file} is no backup of Kaike: it has no manifest.`);
  const seen = new Map(entries.map((entry) => [entry.name, entry]));
  const isWrong = ({ name, size, sha256 }: EntryRecord): boolean =>
    seen.get(name)?.size !== size || seen.get(name)?.sha256 !== sha256;
  const wrong = manifest.entries.find(isWrong);
  if (wrong)
    throw new OperatorError(`${file} is damaged: ${wrong.name} is not what was backed up. Nothing was changed.`);
  if (entries.length !== manifest.entries.length)
    throw new OperatorError(`${file} was altered: it has files its manifest does not list. Nothing was changed.`);
  return manifest;
}
