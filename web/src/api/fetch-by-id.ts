import { ApiError } from './api-error.ts';

const notFound = 404;

/** The record does not exist; a retry would not help. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === notFound;

/** Loads a record by the id in the page's URL. An invalid id rejects here as not found: the server is sent numbers only. */
export function fetchById<Answer>(id: number, load: () => Promise<Answer>): Promise<Answer> {
  return Number.isSafeInteger(id) && id > 0 ? load() : Promise.reject(new ApiError(notFound, {}));
}

/** A record that was not found is not requested again. */
export const retryUnlessNotFound = (count: number, error: unknown): boolean => count < 2 && !isNotFound(error);
