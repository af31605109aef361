import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.webmanifest', '.wasm', '.ico']);
/** Below this size compression does not save a packet. */
const SMALLEST = 1024;
const AT_ONCE = 4;

const encodings = [
  {
    suffix: '.br',
    encode: (body) =>
      promisify(brotliCompress)(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
  },
  { suffix: '.gz', encode: (body) => promisify(gzip)(body, { level: 9 }) },
];

async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

async function isUpToDate(file, compressed) {
  const stats = await stat(compressed).catch(() => null);
  return stats !== null && stats.mtimeMs >= (await stat(file)).mtimeMs;
}

/** The identical file of the previous build, whose compressed forms can be copied. */
async function sameBefore(file, body, { folder, previous }) {
  if (previous === undefined) return null;
  const path = join(previous, relative(folder, file));
  const before = await readFile(path).catch(() => null);
  return before !== null && before.equals(body) ? path : null;
}

async function compressFile(file, options) {
  const body = await readFile(file);
  if (body.length < SMALLEST) return;
  const before = await sameBefore(file, body, options);
  for (const { suffix, encode } of encodings) {
    if (await isUpToDate(file, file + suffix)) continue;
    if (
      before !== null &&
      (await copyFile(before + suffix, file + suffix).then(
        () => true,
        () => false,
      ))
    )
      continue;
    await writeFile(file + suffix, await encode(body));
  }
}

/** Writes brotli and gzip forms beside every file of a web build; existing ones and those of the previous build are reused. */
export async function compressFolder(folder, { previous } = {}) {
  const files = await listFiles(folder);
  const work = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await compressFile(file, { folder, previous });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await compressFolder(process.argv[2] ?? 'dist/web');
