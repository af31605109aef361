import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { switchTheme, useTheme } from '../../../app/theme.ts';
import { useWording } from '../../../app/wording.ts';
import { syncPreferences } from './keep-preferences.ts';

const session = useSession.getState();
const theme = useTheme.getState();
let saved: unknown[] = [];
let stop = (): void => undefined;

beforeEach(() => {
  saved = [];
  switchTheme({ theme: 'blue' });
  useSession.setState({ user: { ...adminOf(), theme: 'green' } });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method === 'PUT') saved.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ _token: 'T' }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  stop();
  useSession.setState(session, true);
  useTheme.setState(theme, true);
  vi.restoreAllMocks();
});

const look = () => ({ language: useWording.getState().locale, theme: useTheme.getState().theme });

it('applies the account’s look, and stores what the person changes afterwards', async () => {
  stop = syncPreferences(look());
  expect(look().theme).toBe('green');
  await Promise.resolve();
  expect(saved).toEqual([]);
  switchTheme({ theme: 'red' });
  await expect.poll(() => saved).toEqual([{ ...look(), theme: 'red' }]);
});

it('keeps and stores a change made while it was still loading', async () => {
  const first = look();
  switchTheme({ theme: 'purple' });
  stop = syncPreferences(first);
  await expect.poll(() => saved).toEqual([{ ...first, theme: 'purple' }]);
  expect(look().theme).toBe('purple');
});
