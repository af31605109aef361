import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { setAccount } from './api/client.ts';
import { setResponseActions } from './api/response.ts';
import { accountChanged, ForceLogout, forceLogout } from './app/force-logout.tsx';
import { loadConfig } from './app/config.ts';
import { LeaveBlocker } from './app/routing/leave-questions.ts';
import { followAccount, useSession } from './app/session.ts';
import { regainSession } from './app/session-ended.ts';
import { toastSaved, useToasts } from './app/toasts.ts';
import { translate, useT } from './app/wording.ts';
import { followSchool } from './app/theme.ts';
import { patchArea, startRoutes } from './areas/routes.tsx';
import { Toasts } from './ui/parts.tsx';
import './ui/tokens.css';
import './ui/base.css';

function Root() {
  return (
    <>
      <LeaveBlocker />
      <Outlet />
    </>
  );
}

const router = createBrowserRouter([{ Component: Root, children: startRoutes() }], {
  patchRoutesOnNavigation: ({ path, patch }) => patchArea(path, patch),
});

/** The page of the address; until the first one has loaded, what index.html shows. */
function Pages() {
  const isReady = useSyncExternalStore(router.subscribe, () => router.state.initialized);
  return isReady ? <RouterProvider router={router} /> : <div className="splash" role="status" />;
}

setResponseActions({
  toast: (toast) => useToasts.getState().add(toast),
  forceLogout,
  accountChanged,
  regainSession,
  navigate: (to, options) => void router.navigate(to, options),
  t: translate,
});

setAccount(() => useSession.getState().user?.id ?? null);
followAccount(() => accountChanged(translate('common.account_changed')));

function Toaster() {
  const t = useT();
  const { toasts, remove } = useToasts();
  return <Toasts toasts={toasts} onClose={remove} closeLabel={t('common.close')} />;
}

// No page waits for its colours; the next visit retries.
void loadConfig().then(
  (config) => {
    document.documentElement.classList.toggle('is-grey', config.page_gray === 1);
    followSchool(config.theme);
  },
  () => undefined,
);

// Runs after the page has loaded; a failure only costs what it defers.
addEventListener('load', () => {
  toastSaved();
  void import('./areas/deferred.ts').then(
    (deferred) => deferred.startDeferred(router.subscribe),
    () => undefined,
  );
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Pages />
      <Toaster />
      <ForceLogout />
    </StrictMode>,
  );
}
