import { create } from 'zustand';
import { logoutClearMs } from '@kaike/shared/domain/constants';
import { startPage } from '@kaike/shared/domain/office/start-page';
import * as auth from '@kaike/shared/contracts/auth/auth';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { clearCookie } from '../api/cookies.ts';
import { forgetCsrfToken } from '../api/csrf.ts';
import { handleError } from '../api/response.ts';

export type User = NonNullable<ResponseOf<typeof auth.getUser>['user']>;

type Store = { user: User | null; loading: boolean; lifetime: number };

export const useSession = create<Store>(() => ({ user: null, loading: true, lifetime: 0 }));

/** The name on what a member owns. */
export const useOwnName = (): string => useSession(({ user }) => user?.member?.real_name || user?.name || '');

let fetching: Promise<User | null> | null = null;
let failure: ApiError | null = null;

/** Where public/early.js finds the requests it must not send, as they would be refused to this user. */
const refusedKey = 'refused';
/** First answers of pages that are open once something is activated or a lesson has been begun. */
const ownLearning = ['/home/index', '/home/learning-records', '/home/learning-records/calendar'];

/** Who logged in last in this browser, for its other tabs. */
const accountKey = 'kaike.account';

function keepUser(user: User | null, lifetime: number): void {
  useSession.setState({ user, lifetime, loading: false });
  if (user && localStorage.getItem(accountKey) !== String(user.id)) localStorage.setItem(accountKey, String(user.id));
  if (user?.member?.may_study === false) localStorage.setItem(refusedKey, ownLearning.join(' '));
  else localStorage.removeItem(refusedKey);
}

/** The user of the session; fetched once, again when forced. `loading` always ends. */
export function loadUser(force = false): Promise<User | null> {
  if (force || !fetching) {
    fetching = call(auth.getUser, { quiet: true }).then(
      ({ user, lifetime }) => {
        failure = null;
        keepUser(user, lifetime);
        return user;
      },
      (error: unknown) => {
        failure = error instanceof ApiError ? error : null;
        // A lost network is reported by the page being opened.
        if (failure?.status) handleError(failure);
        fetching = null;
        useSession.setState({ loading: false });
        return null;
      },
    );
  }
  return fetching;
}

/** The user, for a page that needs one. Throws the ApiError when the request failed: a lost connection is no reason to log in again. */
export async function loadUserOrThrow(): Promise<User | null> {
  const user = await loadUser();
  if (!user && failure && (failure.status === 0 || failure.status >= 500)) throw failure;
  return user;
}

/** Calls `onChange` when another tab logs in somebody else than the user of this one. */
export function followAccount(onChange: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    const { user } = useSession.getState();
    if (key === accountKey && newValue !== null && user && newValue !== String(user.id)) onChange();
  });
}

/** Sets the user returned by a login. */
export function setUser(user: User, lifetime: number): void {
  fetching = Promise.resolve(user);
  keepUser(user, lifetime);
}

/** Removes the user from this browser. */
export function forgetUser(): void {
  clearCookie('Authorization');
  clearCookie('Open-Id');
  forgetCsrfToken();
  fetching = Promise.resolve(null);
  setTimeout(() => useSession.setState({ user: null }), logoutClearMs);
}

/** Logs out; a redirect (302) counts as success. */
export async function logout(): Promise<void> {
  try {
    await call(auth.logOut, {
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
/** The page a person begins on. */
export function startOf(user: User | null): string {
  if (!user?.admin) return '/home/index';
  return startPage({ is_agency: user.admin.agency_id !== null, may: (permission) => can(user, permission) });
}
export const useCan = (permission: string): boolean => useSession((state) => can(state.user, permission));
/** Whether the back office is open to this person: the server refuses all of it until a required password or second factor is set. */
export const useAdmitted = (): boolean => useSession(({ user }) => !user?.must_change_password && !user?.must_enrol);
