import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, assert } from '../core/app-error.ts';
import type { IncomingFile } from '../core/call.ts';

const malformed = (cause: unknown): never => {
  throw cause instanceof AppError ? cause : new AppError('request.malformed', { cause });
};

/** The chunks of the file; a form that ends in the middle of it is malformed. */
async function* readChunks({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (cause) {
    malformed(cause);
  }
}

/** The single file of a form, truncated and marked beyond `bytes`. A broken form is malformed. */
export async function receiveFile(request: FastifyRequest, bytes: number): Promise<IncomingFile> {
  assert(request.isMultipart(), 'request.unsupported_type');
  const file = await request
    .file({ limits: { fileSize: bytes, files: 1 }, throwFileSizeLimit: false })
    .catch(malformed);
  if (!file) throw new AppError('request.invalid', { failures: { file: [{ rule: 'upload', params: [] }] } });
  return { chunks: readChunks(file), isTruncated: () => file.file.truncated };
}
