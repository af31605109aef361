import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { Button } from '../ui/button.tsx';
import { forgetUser } from './session.ts';
import { useT } from './wording.ts';

const Sheet = lazy(async () => ({ default: (await import('../ui/sheet.tsx')).Sheet }));

const useMessage = create<{ message: string | null }>(() => ({ message: null }));

/** Logs the user out in this browser and shows why, once. */
export function forceLogout(message: string): void {
  forgetUser();
  useMessage.setState({ message });
}

/** The login URL that returns to the current page; public pages need no return URL. */
export function loginPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return /^\/(?:home|admin)\//.test(pathname)
    ? `/open/login?back_url=${encodeURIComponent(pathname + search)}`
    : '/open/login';
}

/** The account was logged in elsewhere: one button, no cancel. */
export function ForceLogout() {
  const t = useT();
  const message = useMessage((state) => state.message);
  if (message === null) return null;
  return (
    <Suspense fallback={null}>
      <Sheet open title={t('common.prompt')} onClose={null}>
        <p>{message}</p>
        <Button look="primary" block onClick={() => location.assign(loginPage(location))}>
          {t('common.login_again')}
        </Button>
      </Sheet>
    </Suspense>
  );
}
