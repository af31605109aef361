import { loadConfig } from '../app/config.ts';
import { loadUser } from '../app/session.ts';
import { applyConfig, ensureClientId, keepTokenFresh } from './start-behaviours.ts';

/** What no first page waits for, in one chunk that imports the others, so that their names add nothing to the entry. */

export const loadOtherLogins = async () => ({
  default: (await import('../features/account/other-logins/other-logins.tsx')).OtherLogins,
});

/** The extras of an error page. */
export const loadErrorExtras = async () => ({ default: (await import('./shared/error-extras.tsx')).ErrorExtras });

export const loadErrorReports = () => import('./error-reports.ts');

/** Starts deferred start-up work; `onMove` subscribes to navigation. Each part may fail without affecting the others. */
export function startDeferred(onMove: (moved: () => void) => void): void {
  keepTokenFresh();
  void loadErrorReports().then(
    ({ watchErrors }) => watchErrors(),
    () => undefined,
  );
  // Both are retried on the next visit.
  void ensureClientId().catch(() => undefined);
  void loadConfig().then(applyConfig, () => undefined);
  // Only a production build has files that can be cached.
  if (import.meta.env.PROD)
    void import('../app/loading/offline-shell.ts').then((module) => module.keepOfflineShell()).catch(() => undefined);
  // A page restored from the back/forward cache may belong to a session that has ended since.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void loadUser(true);
  });
  // Only WeChat's browser has WeChat's functions, and it lacks others.
  if (!/MicroMessenger/.test(navigator.userAgent)) return;
  void import('./messenger.ts').then((module) => module.shareInMessenger(onMove)).catch(() => undefined);
  void import('./outside.tsx').then((module) => module.offerToOpenOutside()).catch(() => undefined);
}
