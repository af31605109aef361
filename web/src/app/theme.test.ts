import { beforeEach, expect, it } from 'vitest';
import { followSchool, switchTheme, useTheme } from './theme.ts';

beforeEach(() => useTheme.setState({ theme: 'blue', mode: 'auto' }));

it('takes the colour of the school where nobody has chosen one, after a change of the mode, too', () => {
  switchTheme({ mode: 'dark' });
  followSchool('green');
  expect([useTheme.getState().theme, document.documentElement.dataset['theme']]).toEqual(['green', 'green']);
});

it('goes back to the colour of the product where the school goes back to the default', () => {
  localStorage.removeItem('theme');
  followSchool('green');
  followSchool('primary');
  expect([useTheme.getState().theme, document.documentElement.dataset['theme']]).toEqual(['blue', 'blue']);
});

it('leaves one’s own choice alone, and a colour nobody knows', () => {
  followSchool('primary');
  expect(useTheme.getState().theme).toBe('blue');
  switchTheme({ theme: 'red' });
  followSchool('green');
  expect(useTheme.getState().theme).toBe('red');
});
