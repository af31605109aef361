import { beforeEach, expect, it } from 'vitest';
import { followSchool, switchTheme, useTheme } from './theme.ts';

beforeEach(() => useTheme.setState({ theme: 'blue', mode: 'auto' }));

it('uses the school’s colour unless the user chose one, after a change of the mode, too', () => {
  switchTheme({ mode: 'dark' });
  followSchool('green');
  expect([useTheme.getState().theme, document.documentElement.dataset['theme']]).toEqual(['green', 'green']);
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
