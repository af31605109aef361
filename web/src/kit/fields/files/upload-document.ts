import type { UploadedFile } from '@kaike/shared/contracts/catalog/files';
import { fileLimitsOf, type FileType } from '@kaike/shared/domain/catalog/media/file-types';
import { sendForm, type UploadOptions } from '../../../api/upload.ts';
import { rememberFile } from './file-info.ts';

export type FileLimits = { readonly accept?: readonly FileType[]; readonly max_bytes?: number };

/** Uploads a document within the limits of its field; returns the URL that the field stores. Throws ApiError. */
export async function uploadDocument(
  file: File,
  limits: FileLimits,
  options: Omit<UploadOptions, 'query'> = {},
): Promise<UploadedFile> {
  const { accept, max_bytes: most } = fileLimitsOf(limits);
  const body = new FormData();
  body.append('file', file, 'file');
  const query = { name: file.name, accept: accept.join(','), max_bytes: most };
  const uploaded = (await sendForm('/admin/files', body, { ...options, query })) as UploadedFile;
  const { address, ...info } = uploaded;
  rememberFile(address, info);
  return uploaded;
}
