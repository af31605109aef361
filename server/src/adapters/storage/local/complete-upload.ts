import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AdapterError } from '../../../core/adapter-error.ts';
import { acceptFile, sizeLimit } from './accept-file.ts';
import { KodoEtag } from '../kodo/etag.ts';
import { authorizeUpload, type AuthorizedUpload } from './kodo/kodo-parts.ts';
import { makeReply } from './kodo/kodo-reply.ts';
import { assertRoom, pathOf, temporaryName, type LocalContext } from './local-context.ts';
import { deleteParts, loadParts, selectParts, type StoredPart } from './parts.ts';
import type { CompleteRequest, StoredFile, UploadResult } from './local-port.ts';
import { publishFile } from './publish-file.ts';
import { isInsertOnly } from '../kodo/put-policy.ts';
import { receiveFile, writeDurably } from './receive-file.ts';

const RESULT_FILE = 'result.json';

/**
 * Joins the parts into the file. The result is recorded before the file is moved into place, so that a repeated request,
 * or one after a crash, leads to the same file and the same response.
 */
export async function complete(context: LocalContext, request: CompleteRequest): Promise<UploadResult> {
  const upload = await authorizeUpload(context, request);
  const file = (await findFinished(context, upload.folder)) ?? (await finish(context, upload, request));
  await deleteParts(upload.folder);
  context.deps.log.info({ upload_id: request.upload_id, key: file.key, size: file.size }, 'upload completed');
  return { file, reply: makeReply(upload.policy, file, request.customVars) };
}

async function finish(context: LocalContext, upload: AuthorizedUpload, request: CompleteRequest): Promise<StoredFile> {
  const parts = selectParts(await loadParts(upload.folder), request.parts);
  const size = assertSizes(parts, { min_part: context.config.min_part_size, max: sizeLimit(context, upload.policy) });
  await assertRoom(context, size);
  const path = join(upload.folder, `${temporaryName(context)}.tmp`);
  try {
    const joined = await receiveFile(Readable.from(readAll(parts)), path, { max_bytes: size, content_length: size });
    const file = await acceptFile(context, upload.policy, { path, ...joined, key: upload.key, fname: request.fname });
    await writeDurably(join(upload.folder, RESULT_FILE), JSON.stringify(file));
    await publish(context, upload, { path, file });
    return file;
  } catch (error) {
    // Of two concurrent requests the slower finds the parts gone or the key taken, and returns what the faster one stored.
    const finished = await findFinished(context, upload.folder);
    if (finished !== undefined) return finished;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function publish(
  context: LocalContext,
  upload: AuthorizedUpload,
  { path, file }: { path: string; file: StoredFile },
): Promise<void> {
  try {
    await publishFile(path, pathOf(context, file.key), isInsertOnly(upload.policy) ? 'insert' : 'overwrite');
  } catch (error) {
    if ((await findFinished(context, upload.folder)) === undefined)
      await rm(join(upload.folder, RESULT_FILE), { force: true });
    throw error;
  }
}

/** The result of an earlier attempt, if its file is in place with exactly the same content. */
async function findFinished(context: LocalContext, folder: string): Promise<StoredFile | undefined> {
  const text = await readFile(join(folder, RESULT_FILE), 'utf8').catch(() => '');
  if (!text.endsWith('}')) return undefined;
  const file = JSON.parse(text) as StoredFile;
  const path = pathOf(context, file.key);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.size !== file.size) return undefined;
  return (await hashFile(path)) === file.hash ? file : undefined;
}

function assertSizes(parts: StoredPart[], limits: { min_part: number; max: number }): number {
  if (parts.slice(0, -1).some((part) => part.size < limits.min_part)) {
    throw new AdapterError('rejected', { reason: 'part_too_small', status: 400 });
  }
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size > limits.max) throw new AdapterError('rejected', { reason: 'too_large', status: 413 });
  return size;
}

async function* readAll(parts: StoredPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* createReadStream(part.path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
}

async function hashFile(path: string): Promise<string> {
  const etag = new KodoEtag();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>)
    etag.update(chunk);
  return etag.digest();
}
