import type { CourseOffer } from '@kaike/shared/contracts/catalog/courses';
import type { ClosedLesson } from '@kaike/shared/contracts/learning/lessons';

export type ErrorBody = {
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
  current?: Record<string, unknown>;
  request_id?: string;
  offer?: CourseOffer;
  closed_lesson?: ClosedLesson;
  trashed?: { resource: string; id: number };
  redirect?: string;
  force_logout?: boolean;
  alert?: unknown;
};

/** A refused or failed request. `handled`: already reported to the user; `retry_after`: seconds until it may succeed. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly current: Record<string, unknown> | null;
  readonly request_id: string | null;
  readonly body: ErrorBody;
  handled = false;
  retry_after: number | null = null;

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown');
    this.errors = body.errors ?? {};
    this.current = body.current ?? null;
    this.request_id = body.request_id ?? null;
  }
}

/** What a refused request says; its status alone when the answer cannot be read. */
export async function parseApiError(response: Response): Promise<ApiError> {
  const body: ErrorBody = await response.json().catch(() => ({}));
  return new ApiError(response.status, body);
}
