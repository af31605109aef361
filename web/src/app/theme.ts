import { create } from 'zustand';
import { primaryTheme, themes, type Theme } from '@kaike/shared/domain/constants';

export type Mode = 'light' | 'dark' | 'auto';
type Store = {
  theme: Theme;
  mode: Mode;
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
const isMode = (text: string | null): text is Mode => text === 'light' || text === 'dark' || text === 'auto';
const isDark = (mode: Mode): boolean => mode === 'dark' || (mode === 'auto' && systemDark.matches);

function read(): Store {
  const theme = localStorage.getItem(themeKey) ?? localStorage.getItem(schoolThemeKey);
  const mode = localStorage.getItem(modeKey);
  const stored = isMode(mode) ? mode : 'auto';
  return { theme: isTheme(theme) ? theme : primaryTheme, mode: stored, dark: isDark(stored), is_dimmed: false };
}

export const useTheme = create<Store>(() => read());

function apply(store: Store): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = store.theme;
  dataset['mode'] = store.dark || store.is_dimmed ? 'dark' : 'light';
}

/** Changes colour or mode; stored in this browser. */
export function switchTheme(change: { theme?: Theme; mode?: Mode }): void {
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
