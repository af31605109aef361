import { create } from 'zustand';
import { logoutClearMs } from '@kaike/shared/domain/constants';
import { getUser, logout as logoutContract } from '@kaike/shared/contracts/auth';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { clearCookie } from '../api/cookies.ts';
import { forgetCsrfToken } from '../api/csrf.ts';
import { handleError } from '../api/response.ts';

export type User = NonNullable<AnswerOf<typeof getUser>['user']>;

type Store = { user: User | null; loading: boolean; lifetime: number };

export const useSession = create<Store>(() => ({ user: null, loading: true, lifetime: 0 }));

let fetching: Promise<User | null> | null = null;
let failure: ApiError | null = null;

/** The person of the session; asked once, again when forced. Loading ends in any case. */
export function loadUser(force = false): Promise<User | null> {
  if (force || !fetching) {
    fetching = call(getUser, { quiet: true }).then(
      ({ user, lifetime }) => {
        failure = null;
        useSession.setState({ user, lifetime, loading: false });
        return user;
      },
      (error: unknown) => {
        failure = error instanceof ApiError ? error : null;
        // A lost network is told by the page that was to be opened.
        if (failure?.status) handleError(failure);
        fetching = null;
        useSession.setState({ loading: false });
        return null;
      },
    );
  }
  return fetching;
}

/** The person for a page that needs one. Throws the ApiError when nobody could tell: a lost connection is no reason to log in anew. */
export async function loadUserOrThrow(): Promise<User | null> {
  const user = await loadUser();
  if (!user && failure && (failure.status === 0 || failure.status >= 500)) throw failure;
  return user;
}

/** Takes over the person a login answered. */
export function setUser(user: User, lifetime: number): void {
  fetching = Promise.resolve(user);
  useSession.setState({ user, lifetime, loading: false });
}

/** Forgets the person in this browser. */
export function forgetUser(): void {
  clearCookie('Authorization');
  clearCookie('Open-Id');
  forgetCsrfToken();
  fetching = Promise.resolve(null);
  setTimeout(() => useSession.setState({ user: null }), logoutClearMs);
}

/** Logs out; a redirect (302) is a success, too. */
export async function logout(): Promise<void> {
  try {
    await call(logoutContract, {
      body: { is_wechat: /MicroMessenger/i.test(navigator.userAgent) },
      keeps_redirect: true,
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 302)) throw error;
  }
  forgetUser();
}

export const isLoggedIn = (user: User | null): user is User => Boolean(user?.id);

/** Whether the administrator holds a permission such as `admin.roles.update`. */
export function can(user: User | null, permission: string): boolean {
  const admin = user?.admin;
  return Boolean(admin && (admin.permissions.includes('*') || admin.permissions.includes(permission)));
}
export const useCan = (permission: string): boolean => useSession((state) => can(state.user, permission));
