import { beforeEach, expect, it } from 'vitest';
import { followSchool, switchTheme, useTheme } from './theme.ts';

beforeEach(() => useTheme.setState({ theme: 'blue', mode: 'auto' }));

it('uses the school’s colour unless the user chose one, after a change of the mode, too', () => {
  switchTheme({ mode: 'dark' });
  followSchool('green');
  expect([useTheme.getState().theme, document.documentElement.dataset['theme']]).toEqual(['green', 'green']);
});

it('colours the bar of a phone’s browser, too', () => {
  const bar = document.createElement('meta');
  bar.name = 'theme-color';
  document.head.append(bar);
  const colours = [
    { theme: 'green', mode: 'light' },
    { theme: 'red-light', mode: 'light' },
    { theme: 'red', mode: 'dark' },
  ] as const;
  const shown = colours.map((change) => {
    switchTheme(change);
    return bar.content;
  });
  expect(shown).toEqual(['#12694a', '#b3281f', '#3d201d']);
  bar.remove();
  localStorage.removeItem('theme');
});

it('returns to the product’s colour when the school returns to the default', () => {
  localStorage.removeItem('theme');
  followSchool('green');
  followSchool('primary');
  expect([useTheme.getState().theme, document.documentElement.dataset['theme']]).toEqual(['blue', 'blue']);
});

it('keeps the user’s own choice, and ignores an unknown colour', () => {
  followSchool('primary');
  expect(useTheme.getState().theme).toBe('blue');
  switchTheme({ theme: 'red' });
  followSchool('green');
  expect(useTheme.getState().theme).toBe('red');
});
