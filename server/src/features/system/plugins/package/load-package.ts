import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { AppError } from '../../../../core/app-error.ts';
import { isJsonObject, parseJson } from '../manifest/json.ts';

/** The files of a package by path below it, such as `web/calendar.mjs`. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

const maxFileCount = 200;
/** With folders, which have no bytes and count as no file. */
const maxEntryCount = 1000;
const maxBytes = 5 * 1024 * 1024;

/** Plain names only: no path leaves the folder, and none is a hidden file. */
const filePattern = /^[A-Za-z0-9_-][\w.-]{0,99}(?:\/[A-Za-z0-9_-][\w.-]{0,99}){0,8}$/;

/** What belongs to the author's work and not to the plugin. */
const ignored = /^(?:node_modules|\.git)(?:\/|$)/;

const refuse = (reason: string): AppError => new AppError('plugin.package', { params: { reason } });

/** Takes files one by one, and refuses a package that is too big or names a place outside itself. */
function collector(): { count: () => void; add: (path: string, content: Buffer) => void; files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  let [bytes, entries] = [0, 0];
  return {
    files,
    count() {
      entries += 1;
      if (entries > maxEntryCount) throw refuse(`it has more than ${maxEntryCount} files and folders`);
    },
    add(path, content) {
      if (!filePattern.test(path)) throw refuse(`the name ${JSON.stringify(path.slice(0, 120))} is not allowed`);
      bytes += content.length;
      if (files.size >= maxFileCount) throw refuse(`it has more than ${maxFileCount} files`);
      if (bytes > maxBytes) throw refuse(`it has more than ${maxBytes / 1024 / 1024} MB`);
      files.set(path, content);
    },
  };
}

function readFolder(root: string): PackageFiles {
  const { files, add, count } = collector();
  const visit = (below: string): void => {
    for (const name of readdirSync(join(root, below)).toSorted()) {
      const path = below === '' ? name : `${below}/${name}`;
      if (ignored.test(path) || name.startsWith('.')) continue;
      count();
      const stat = lstatSync(join(root, path));
      if (stat.isDirectory()) visit(path);
      else if (!stat.isFile()) throw refuse(`${path} is a link`);
      else if (stat.size > maxBytes) throw refuse(`${path} is too big`);
      else add(path, readFileSync(join(root, path)));
    }
  };
  visit('');
  return files;
}

/** An archive: of npm, where everything lies below `package/`, or of the folder itself. */
async function readArchive(file: string): Promise<PackageFiles> {
  const { files, add, count } = collector();
  if (statSync(file).size > maxBytes) throw refuse('the archive is too big');
  const content = pipeline(createReadStream(file), createGunzip(), () => undefined); // the reader gets the errors
  let read = 0;
  try {
    for await (const { header, body } of Readable.toWeb(content).pipeThrough(createTarDecoder())) {
      count();
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) {
        read += chunk.length;
        if (read > maxBytes) throw refuse(`it has more than ${maxBytes / 1024 / 1024} MB`);
        chunks.push(chunk);
      }
      if (header.type === 'directory' || header.type === 'pax-global-header') continue;
      if (header.type !== 'file') throw refuse(`${header.name} is a link`);
      const path = header.name.replace(/^\.\//, '').replace(/^package\//, '');
      if (!ignored.test(path) && !path.startsWith('.')) add(path, Buffer.concat(chunks));
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse('it is no readable .tgz');
  }
  return files;
}

/** The files of a folder or an archive. */
export async function loadPackage(source: string): Promise<PackageFiles> {
  if (!existsSync(source)) throw refuse(`${source} does not exist`);
  const files = statSync(source).isDirectory() ? readFolder(source) : await readArchive(source);
  if (!files.has('plugin.json')) throw refuse('plugin.json is missing');
  return files;
}

/** One hash over the paths and contents of all files. */
export function hashFiles(files: PackageFiles): string {
  const hash = createHash('sha256');
  for (const [path, content] of [...files].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

/** All files as one value for the database. */
export const packFiles = (files: PackageFiles): Buffer =>
  gzipSync(JSON.stringify(Object.fromEntries([...files].map(([path, content]) => [path, content.toString('base64')]))));

/** The files again; they were checked when they were stored. */
export function unpackFiles(archive: Buffer): PackageFiles {
  const stored = parseJson(gunzipSync(archive, { maxOutputLength: 4 * maxBytes }).toString('utf8'));
  const files = new Map<string, Buffer>();
  if (isJsonObject(stored))
    for (const [path, content] of Object.entries(stored))
      if (typeof content === 'string' && filePattern.test(path)) files.set(path, Buffer.from(content, 'base64'));
  return files;
}
