import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { Button } from '../ui/button.tsx';
import { forgetUser } from './session.ts';
import { useT } from './wording.ts';

const Sheet = lazy(async () => ({ default: (await import('../ui/sheet.tsx')).Sheet }));

/** What is said, and where its button leads: to the login that returns here, or null to this page anew. */
type Notice = { message: string; login: string | null };

const useNotice = create<{ notice: Notice | null }>(() => ({ notice: null }));

/** The login URL that returns to the current page; public pages need no return URL. */
export function loginPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return /^\/(?:home|admin)\//.test(pathname)
    ? `/open/login?back_url=${encodeURIComponent(pathname + search)}`
    : '/open/login';
}

/** Logs the user out in this browser and shows why, once. The page is remembered at once: without a user it may be left. */
export function forceLogout(message: string): void {
  const before = useNotice.getState().notice?.login;
  forgetUser();
  useNotice.setState({ notice: { message, login: before?.includes('back_url') ? before : loginPage(location) } });
}

/** Says that another account is logged in in this browser by now, and that this page is not its. */
export function accountChanged(message: string): void {
  useNotice.setState({ notice: { message, login: null } });
}

/** One button, no cancel. */
export function ForceLogout() {
  const t = useT();
  const notice = useNotice((state) => state.notice);
  if (notice === null) return null;
  const { message, login } = notice;
  return (
    <Suspense fallback={null}>
      <Sheet open title={t('common.prompt')} onClose={null}>
        <p>{message}</p>
        <Button look="primary" block onClick={() => (login === null ? location.reload() : location.assign(login))}>
          {t(login === null ? 'common.reload_page' : 'common.login_again')}
        </Button>
      </Sheet>
    </Suspense>
  );
}
