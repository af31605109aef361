import { loadConfig } from '../app/config.ts';
import { loadUser } from '../app/session.ts';
import { applyConfig, ensureClientId, startTokenRefresh } from './start-behaviours.ts';

/** What no first page waits for, in one chunk that imports the others, so that their names add nothing to the entry. */

export const loadOtherLogins = async () => ({
  default: (await import('../features/auth/member-account/other-logins/other-logins.tsx')).OtherLogins,
});

/** The extras of an error page. */
export const loadErrorExtras = async () => ({ default: (await import('./shared/error-extras.tsx')).ErrorExtras });

export const loadErrorReports = () => import('./error-reports.ts');

/** Starts deferred start-up work; `onMove` subscribes to navigation. Each part may fail without affecting the others; the next visit tries again. */
export function startDeferred(onMove: (moved: () => void) => void): void {
  startTokenRefresh();
  // A page restored from the back/forward cache may belong to a session that has ended since.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void loadUser(true);
  });
  // Only WeChat's browser has WeChat's functions, and it lacks others.
  const isMessenger = /MicroMessenger/.test(navigator.userAgent);
  void Promise.allSettled([
    loadErrorReports().then(({ watchErrors }) => watchErrors()),
    ensureClientId(),
    loadConfig().then(applyConfig),
    // Only a production build has files that can be cached.
    import.meta.env.PROD && import('../app/loading/offline-shell.ts').then((shell) => shell.cacheOfflineShell()),
    isMessenger && import('./messenger.ts').then((messenger) => messenger.shareInMessenger(onMove)),
    isMessenger && import('./outside.tsx').then((outside) => outside.offerToOpenOutside()),
  ]);
}
