import { ApiError } from '../../../../api/api-error.ts';
import { handleError } from '../../../../api/response.ts';
import type { LessonFailure } from '../lesson-state.ts';

/** Code of a failure that may pass when the connection is back. */
export const unreachable = 'unreachable';

/** Describes a refusal with the server's message; an expired session is handled by the page as a whole. */
export function describeFailure(error: unknown): LessonFailure {
  if (!(error instanceof ApiError)) return { code: 'media', message: '' };
  if (error.status === 401) handleError(error);
  return error.status === 0 || error.status >= 500
    ? { code: unreachable, message: '' }
    : {
        code: error.code,
        message: error.message,
        offer: error.body.offer ?? null,
        closed_lesson: error.body.closed_lesson,
      };
}
