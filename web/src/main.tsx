import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setAccount } from './api/client.ts';
import { setResponseActions } from './api/response.ts';
import { accountChanged, ForceLogout, forceLogout } from './app/force-logout.tsx';
import { loadConfig } from './app/config.ts';
import { createNavigation } from './app/routing/navigation.ts';
import { NavigationView } from './app/routing/navigation-view.tsx';
import { followAccount, useSession } from './app/session.ts';
import { regainSession } from './app/session-ended.ts';
import { toastSaved, useToasts } from './app/toasts.ts';
import { translate, useT } from './app/wording.ts';
import { followSchool } from './app/theme.ts';
import { patchArea, startRoutes } from './areas/routes.tsx';
import { Toasts } from './ui/parts.tsx';
import './ui/tokens.css';
import './ui/base.css';

const navigation = createNavigation(startRoutes(), patchArea);

setResponseActions({
  toast: (toast) => useToasts.getState().add(toast),
  forceLogout,
  accountChanged,
  regainSession,
  navigate: navigation.navigate,
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
    (deferred) => deferred.startDeferred(navigation.subscribe),
    () => undefined,
  );
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <NavigationView navigation={navigation} waiting={<div className="splash" role="status" />} />
      <Toaster />
      <ForceLogout />
    </StrictMode>,
  );
}
