import { ApiError } from './api-error.ts';

const notFound = 404;

/** There is no such record, and asking again does not bring it. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === notFound;

/** Asks for a record by the number in the page's address. An address without one is answered here: the server is asked for numbers only. */
export function fetchById<Answer>(id: number, load: () => Promise<Answer>): Promise<Answer> {
  return Number.isSafeInteger(id) && id > 0 ? load() : Promise.reject(new ApiError(notFound, {}));
}

/** A record that is not there is not asked for again. */
export const retryUnlessNotFound = (count: number, error: unknown): boolean => count < 2 && !isNotFound(error);
