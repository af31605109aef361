import type { ErrorCode } from '@kaike/shared/errors';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError } from '../../../../core/app-error.ts';

const byReason: Record<string, ErrorCode> = {
  type_not_allowed: 'upload.not_a_video',
  too_large: 'upload.too_large',
  disk_full: 'upload.no_space',
  no_such_file: 'upload.missing',
};

/** Maps a refusal of the storage to a user-facing error; other errors are returned unchanged. */
export function uploadError(error: unknown, params: Record<string, string | number> = {}): unknown {
  const code = error instanceof AdapterError && error.reason ? byReason[error.reason] : undefined;
  return code ? new AppError(code, { params, cause: error }) : error;
}
