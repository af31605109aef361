import { themes } from '@kaike/shared/domain/constants';
import { locales } from '@kaike/shared/locales/languages';
import { logout } from '../../../../app/session.ts';
import { switchTheme, type ThemeMode } from '../../../../app/theme.ts';
import { switchLocale } from '../../../../app/wording.ts';
import { listRuns } from '../../../../kit/bulk/bulk-state.ts';
import { setKeysOpen } from '../../../../kit/keys/keys-state.ts';

const isMode = (value: string): value is ThemeMode => value === 'light' || value === 'dark' || value === 'auto';

/** Runs a command without a URL. */
export async function runCommand(key: string): Promise<void> {
  const [what, value = ''] = key.split(':');
  const locale = locales.find((one) => one === value);
  const theme = themes.find((one) => one === value);
  if (what === 'mode' && isMode(value)) switchTheme({ mode: value });
  else if (what === 'theme' && theme) switchTheme({ theme });
  else if (what === 'locale' && locale) await switchLocale(locale);
  else if (what === 'runs') listRuns(true);
  else if (what === 'keys') setKeysOpen(true);
  else if (what === 'logout') {
    await logout();
    location.assign('/open/login');
  }
}
