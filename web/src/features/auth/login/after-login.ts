import { ApiError } from '../../../api/api-error.ts';
import type * as auth from '@kaike/shared/contracts/auth/auth';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { setUser } from '../../../app/session.ts';
import { saveToast } from '../../../app/toasts.ts';
import { safeBackUrl } from '../../../areas/back-url.ts';

/** Continues after a login: to the person's pages, or to the second factor. The router is recreated, so that no menu of another person remains. */
export function followLogin(answer: ResponseOf<typeof auth.logIn>, fallback: string): void {
  if (answer.user) setUser(answer.user, answer.lifetime);
  if (answer.ended) saveToast(answer.ended);
  location.assign(answer.user ? safeBackUrl(answer.redirect, fallback) : answer.redirect);
}

/** For `catch` of a login: a number that was idle for long is no error here, but asks for another proof. */
export const whenIdle =
  (ask: () => void) =>
  (error: unknown): void => {
    if (!(error instanceof ApiError) || error.code !== 'auth.second_proof') throw error;
    error.handled = true;
    ask();
  };
