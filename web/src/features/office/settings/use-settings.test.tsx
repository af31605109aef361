import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadConfig, useSchoolName } from '../../../app/config.ts';
import { wordsOf } from '../../../kit/words/use-words.ts';
import { useSettings } from './use-settings.ts';

afterEach(() => vi.restoreAllMocks());

const setting = (key: string, value: unknown, group = 'site') => ({
  key,
  group,
  value,
  default_value: value === null ? null : '开课',
  is_set: true,
  version: 3,
  is_public: false,
  updated_at: null,
  updated_by_name: '',
});
const words = wordsOf((key) => key, 'configs');
const client = new QueryClient();
const Wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

it('holds changes over the stored settings and shows what the server refuses at any of them', async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const isSave = init?.method === 'PUT';
    if (isSave) bodies.push(JSON.parse(String(init.body)));
    const answer = {
      _token: 'T',
      settings: [setting('site_name', '学堂'), setting('mail_password', null, 'mail')],
      ...(isSave ? { message: '请填写密码', errors: { mail_password: ['请填写密码'] } } : {}),
    };
    return new Response(JSON.stringify(answer), {
      status: isSave ? 422 : 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  const { result } = renderHook(() => useSettings(words), { wrapper: Wrapper });
  await waitFor(() => expect(result.current.list).not.toBeNull());
  act(() => result.current.set('site_name', '新学堂'));
  expect(result.current.bind('site_name')).toMatchObject({ value: '新学堂', flags: { dirty: true } });
  act(() => result.current.set('site_name', '学堂'));
  expect(result.current.draft).toEqual({});
  act(() => result.current.set('site_name', null));
  expect(result.current.bind('site_name').value).toBe('开课');
  await act(() => result.current.save());
  expect(bodies).toEqual([{ values: { site_name: null }, versions: { site_name: 3 } }]);
  expect(result.current.invalid).toEqual(['mail_password']);
  act(() => result.current.revert('site_name'));
  expect(result.current.draft).toEqual({});
  act(() => result.current.discard());
  expect(result.current.invalid).toEqual([]);
});

it('shows the saved name of the school at once where it already stands', async () => {
  let name = '学堂';
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') name = '晨光英语';
    const answer = String(url).includes('/open/config')
      ? { name }
      : { _token: 'T', settings: [setting('school_name', name)] };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  await loadConfig();
  const { result } = renderHook(() => ({ settings: useSettings(words), school: useSchoolName() }), {
    wrapper: Wrapper,
  });
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(result.current.settings.list?.[0]?.value).toBe('学堂'));
  act(() => result.current.settings.set('school_name', '晨光英语'));
  await act(() => result.current.settings.save());
  await waitFor(() => expect(result.current.school).toBe('晨光英语'));
});
