import { themes } from '@kaike/shared/domain/constants';
import { locales } from '@kaike/shared/locales/languages';
import * as personage from '@kaike/shared/contracts/auth/personage';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../app/session.ts';
import { switchTheme, useTheme } from '../../../app/theme.ts';
import { switchLocale, useWording } from '../../../app/wording.ts';

export type Appearance = { language: (typeof locales)[number]; theme: (typeof themes)[number] };

const sameLook = (one: Appearance, other: Appearance): boolean =>
  one.language === other.language && one.theme === other.theme;
const currentLook = (): Appearance => ({ language: useWording.getState().locale, theme: useTheme.getState().theme });

async function apply(account: { language: string | null; theme: string | null }): Promise<void> {
  const theme = themes.find((one) => one === account.theme);
  const language = locales.find((one) => one === account.language);
  if (theme && theme !== currentLook().theme) switchTheme({ theme });
  if (language && language !== currentLook().language) await switchLocale(language);
}

/**
 * Applies the preferences stored in the account, then stores the person's changes there. This browser has its own copy,
 * which the first paint uses. `first` is the look when the page appeared: a change made since, while this module was still
 * loading, stays and is stored. Returns a function that stops it.
 */
export function syncPreferences(first: Appearance): () => void {
  const { user } = useSession.getState();
  if (!user?.admin) return () => undefined;
  let savedLook: Appearance | null = null;
  let isStopped = false;
  const saveLook = (): void => {
    const now = currentLook();
    if (!savedLook || sameLook(now, savedLook)) return;
    savedLook = now;
    void call(personage.updatePreferences, { body: now, quiet: true }).catch(() => undefined); // Stored in this browser; the account gets it with the next change.
  };
  if (sameLook(first, currentLook())) {
    // Preferences set before the first visit here stay in this browser: the account only gets changes.
    void apply(user).then(
      () => {
        if (!isStopped) savedLook = currentLook();
      },
      () => undefined,
    ); // Without the account's preferences this browser's stay.
  } else {
    savedLook = first;
    saveLook();
  }
  const stops = [useTheme.subscribe(saveLook), useWording.subscribe(saveLook)];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
