import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, assert } from '../core/app-error.ts';

const malformed = (cause: unknown): never => {
  throw cause instanceof AppError ? cause : new AppError('request.malformed', { cause });
};

/** The one file of a form, of at most so many bytes; the rest is cut off and marked. A form that is none is malformed. */
export async function takeFile(request: FastifyRequest, bytes: number): Promise<MultipartFile> {
  assert(request.isMultipart(), 'request.unsupported_type');
  const file = await request
    .file({ limits: { fileSize: bytes, files: 1 }, throwFileSizeLimit: false })
    .catch(malformed);
  assert(file, 'upload.missing');
  return file;
}

/** What comes of the file, piece by piece; a form that ends in the middle of it is malformed. */
export async function* readTaken({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (cause) {
    malformed(cause);
  }
}
