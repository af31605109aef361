import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { UploadedFile } from '@kaike/shared/contracts/catalog/files';
import type * as files from '@kaike/shared/contracts/catalog/files';
import {
  extensionOfName,
  fileLimitsOf,
  fileTypeOf,
  fileTypes,
  isInstaller,
  refusalOf,
  defaultFileTypes,
  type FileType,
} from '@kaike/shared/domain/catalog/media/file-types';
import type { ErrorCode } from '@kaike/shared/errors';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { StoredFile } from '../../../adapters/storage/port.ts';
import { hasPermission } from '../../../core/actor.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { fileAddress, signFile } from '../../../kit/files.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';

type UploadRequest = { name: string; accept: readonly FileType[]; max_bytes: number };
export type UploadCall = AdminCallOf<typeof files.uploadFile>;

const mebibyte = 1024 ** 2;
/** Refusals based on the content; the name was accepted. */
const byReason: Record<string, ErrorCode> = {
  type_not_allowed: 'upload.content',
  type_mismatch: 'upload.content',
  too_small: 'upload.content',
  too_large: 'upload.too_large',
  disk_full: 'upload.no_space',
};

const megabytes = (bytes: number): number => Math.round((bytes / mebibyte) * 10) / 10;

function explain(error: unknown, upload: UploadRequest): unknown {
  const code = error instanceof AdapterError && error.reason ? byReason[error.reason] : undefined;
  return code ? new AppError(code, { params: { max: megabytes(upload.max_bytes) }, cause: error }) : error;
}

/** The base name without control characters and characters that file systems reject; downloads are saved under it. */
function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return last.replaceAll(/[\p{Cc}\p{Bidi_Control}:*?"<>|]/gu, '').trim();
}

/** Whether a resource the administrator may write accepts this file type; installers are accepted only for such forms. */
function mayUpload({ ctx, actor }: UploadCall, type: FileType): boolean {
  return ctx.resources.all.some(
    ({ definition: { name, fields } }) =>
      Object.values(fields).some((field) => field.kind === 'file' && field.accept?.includes(type)) &&
      ['create', 'update'].some((method) => hasPermission(actor, `admin.${name}.${method}`)),
  );
}

async function readUpload(call: UploadCall): Promise<UploadRequest> {
  const { ctx, query } = call;
  const requestedTypes = (query.accept ?? '').split(',').flatMap((ext) => fileTypeOf(ext.trim()) ?? []);
  const limits = fileLimitsOf({
    accept: requestedTypes.length > 0 ? requestedTypes : defaultFileTypes,
    ...(query.max_bytes ? { max_bytes: query.max_bytes } : {}),
  });
  const most = (await ctx.settings.get('upload_max_mb')) * mebibyte;
  const upload = { name: cleanName(query.name), accept: limits.accept, max_bytes: Math.min(limits.max_bytes, most) };
  assert(refusalOf({ name: upload.name, size: 1 }, upload) === null, 'upload.type');
  const type = fileTypeOf(extensionOfName(upload.name));
  assert(type && (!isInstaller(type) || mayUpload(call, type)), 'upload.type');
  return upload;
}

type Received = StoredFile & { sha256: string };

/** Streams the file into the storage, which checks its content; computes the checksum on the way. */
async function receive({ ctx, ...call }: UploadCall, upload: UploadRequest): Promise<Received> {
  // One byte more than allowed, so that the storage can distinguish too large from exactly the maximum.
  const { chunks } = await call.upload(upload.max_bytes + 1);
  const { storage } = ctx.adapters;
  const sum = createHash('sha256');
  async function* summed(): AsyncGenerator<Buffer> {
    for await (const bytes of chunks) {
      sum.update(bytes);
      yield bytes;
    }
  }
  const stored = await storage.store(
    fileTypeOf(extensionOfName(upload.name)) ?? '',
    Readable.from(summed(), { objectMode: false }),
    {
      max_size: upload.max_bytes,
      accept: [...new Set(upload.accept.map((type) => fileTypes[type].mime))],
      name: upload.name,
    },
  );
  return { ...stored, sha256: sum.digest('hex') };
}

/** Stores one document uploaded by an administrator. It is removed unless a record claims it within a week. */
export async function uploadFile(call: UploadCall): Promise<UploadedFile> {
  const upload = await readUpload(call);
  const stored = await receive(call, upload).catch((error: unknown) => {
    throw explain(error, upload);
  });
  const { name } = upload;
  const ext = fileTypeOf(extensionOfName(name)) ?? 'txt';
  const now = call.ctx.clock();
  await call.ctx.db.transaction().execute(async (trx) => {
    const created = await sql<{
      id: number;
    }>`insert into files (key, name, ext, size, hash, sha256, created_by, created_at)
      values (${stored.key}, ${name}, ${ext}, ${stored.size}, ${stored.hash}, ${stored.sha256}, ${call.actor.user_id}, ${now}) returning id`.execute(
      trx,
    );
    await writeLog(trx, call, {
      resource: 'files',
      action: 'upload',
      record_id: created.rows[0]?.id ?? null,
      record_title: name,
      after: { name, size: stored.size },
    });
  });
  return {
    address: fileAddress(stored.key),
    name,
    ext,
    size: stored.size,
    url: signFile(call.ctx, { key: stored.key, name }),
  };
}
