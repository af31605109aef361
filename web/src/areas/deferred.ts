import { loadConfig } from '../app/config.ts';
import { loadUser } from '../app/session.ts';
import { applyConfig, ensureClientId, keepTokenFresh } from './start-behaviours.ts';

/** What no first page waits for, in one chunk that leads on to the others: their names weigh nothing before it. */

export const loadOtherLogins = async () => ({
  default: (await import('../features/account/other-logins.tsx')).OtherLogins,
});

/** What an error page offers beside its button. */
export const loadErrorExtras = async () => ({ default: (await import('./shared/error-extras.tsx')).ErrorExtras });

/** Starts the comforts of a visit; `onMove` tells of every other page. The failure of one costs nothing but itself. */
export function startDeferred(onMove: (moved: () => void) => void): void {
  keepTokenFresh();
  // Both are tried again with the next visit.
  void ensureClientId().catch(() => undefined);
  void loadConfig().then(applyConfig, () => undefined);
  // Only what was built has files that can be kept.
  if (import.meta.env.PROD)
    void import('../app/offline-shell.ts').then((module) => module.keepOfflineShell()).catch(() => undefined);
  // A page that comes back from the browser's memory may belong to a session that has ended since.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void loadUser(true);
  });
  // The messenger's browser alone has the messenger's functions, and lacks others.
  if (!/MicroMessenger/.test(navigator.userAgent)) return;
  void import('./messenger.ts').then((module) => module.shareInMessenger(onMove)).catch(() => undefined);
  void import('./outside.tsx').then((module) => module.offerToOpenOutside()).catch(() => undefined);
}
