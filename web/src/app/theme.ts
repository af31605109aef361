import { create } from 'zustand';
import { primaryTheme, themes, type Theme } from '@kaike/shared/domain/constants';
import { coloursOf } from '../ui/theme-colours.ts';

export type ThemeMode = 'light' | 'dark' | 'auto';
type Store = {
  theme: Theme;
  mode: ThemeMode;
  dark: boolean;
  /** Dark for as long as a page needs it, whatever was chosen. */
  is_dimmed: boolean;
};

const themeKey = 'theme';
const modeKey = 'mode';
/** The school's settings, for the next first paint. */
const schoolThemeKey = 'school-theme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

const isTheme = (text: string | null): text is Theme => themes.some((theme) => theme === text);
const isMode = (text: string | null): text is ThemeMode => text === 'light' || text === 'dark' || text === 'auto';
const isDark = (mode: ThemeMode): boolean => mode === 'dark' || (mode === 'auto' && systemDark.matches);

function read(): Store {
  const theme = localStorage.getItem(themeKey) ?? localStorage.getItem(schoolThemeKey);
  const mode = localStorage.getItem(modeKey);
  const stored = isMode(mode) ? mode : 'auto';
  return { theme: isTheme(theme) ? theme : primaryTheme, mode: stored, dark: isDark(stored), is_dimmed: false };
}

export const useTheme = create<Store>(() => read());

function apply(store: Store): void {
  const { dataset } = document.documentElement;
  const isDimmed = store.dark || store.is_dimmed;
  dataset['theme'] = store.theme;
  dataset['mode'] = isDimmed ? 'dark' : 'light';
  // The bar of a phone's browser.
  const { primary, dim } = coloursOf(store.theme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDimmed ? dim : primary);
}

/** Changes colour or mode; stored in this browser. */
export function switchTheme(change: { theme?: Theme; mode?: ThemeMode }): void {
  const next = { ...useTheme.getState(), ...change };
  if (change.theme) localStorage.setItem(themeKey, change.theme);
  if (change.mode) localStorage.setItem(modeKey, change.mode);
  useTheme.setState({ ...next, dark: isDark(next.mode) });
}

/** The school's colour, for users who have not chosen one; `primary` and unknown values mean the product's. */
export function followSchool(theme: string): void {
  localStorage.setItem(schoolThemeKey, theme);
  if (localStorage.getItem(themeKey) === null) useTheme.setState({ theme: isTheme(theme) ? theme : primaryTheme });
}

useTheme.subscribe(apply);
systemDark.addEventListener('change', () => {
  const { mode } = useTheme.getState();
  useTheme.setState({ dark: isDark(mode) });
});
apply(useTheme.getState());
