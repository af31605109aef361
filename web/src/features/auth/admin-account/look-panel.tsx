import accountWords from 'virtual:locale/personage_admin';
import { themes, type Theme } from '@kaike/shared/domain/constants';
import { languages, locales, type Locale } from '@kaike/shared/locales/languages';
import { switchTheme, useTheme, type ThemeMode } from '../../../app/theme.ts';
import { switchLocale, useLocale } from '../../../app/wording.ts';
import { Select } from '../../../kit/widgets.ts';

const modes: ThemeMode[] = ['auto', 'light', 'dark'];

/** Appearance; language and theme are stored with the account by `syncPreferences`. */
export function LookPanel() {
  const t = accountWords.useT();
  const locale = useLocale();
  const { theme, mode } = useTheme();
  return (
    <div className="kk-narrow-form">
      <p className="kk-muted">{t('personage_admin.look_help')}</p>
      <div className="kk-field">
        <label htmlFor="look-language">{t('personage_admin.language')}</label>
        <Select<Locale>
          id="look-language"
          value={locale}
          style={{ width: '100%' }}
          options={locales.map((value) => ({ value, label: languages[value].name }))}
          onChange={(value) => void switchLocale(value)}
        />
        <div className="kk-help" />
      </div>
      <div className="kk-field">
        <label htmlFor="look-theme">{t('personage_admin.theme')}</label>
        <Select<Theme>
          id="look-theme"
          value={theme}
          style={{ width: '100%' }}
          options={themes.map((value) => ({ value, label: t(`admin.themes.${value}`) }))}
          onChange={(value) => switchTheme({ theme: value })}
        />
        <div className="kk-help" />
      </div>
      <div className="kk-field">
        <label htmlFor="look-mode">{t('personage_admin.mode')}</label>
        <Select<ThemeMode>
          id="look-mode"
          value={mode}
          style={{ width: '100%' }}
          options={modes.map((value) => ({ value, label: t(`admin.modes.${value}`) }))}
          onChange={(value) => switchTheme({ mode: value })}
        />
        <div className="kk-help">{t('personage_admin.mode_help')}</div>
      </div>
    </div>
  );
}
