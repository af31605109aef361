import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { wordsOf } from '../../../kit/words/use-words.ts';
import { MenuDialog } from './menu-dialog.tsx';

afterEach(() => vi.restoreAllMocks());

it('checks a link before it is sent, and shows refusals at their fields', async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const isToken = String(url).includes('/open/token');
    if (!isToken) bodies.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify(isToken ? { _token: 'T' } : { errors: { url: ['没有这个页面'] } }), {
      status: isToken ? 200 : 422,
      headers: { 'content-type': 'application/json' },
    });
  });
  render(
    <MenuDialog
      target={{ kind: 'link', parent_id: 3 }}
      words={wordsOf((key) => key, 'menus')}
      close={() => undefined}
      saved={() => undefined}
    />,
  );
  const input = (name: string): HTMLElement => document.getElementById(`menu-${name}`) as HTMLElement;
  const save = async (): Promise<void> =>
    act(async () => {
      fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
    });
  await save();
  expect(bodies).toEqual([]);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(document.activeElement).toBe(input('name_zh-CN'));
  fireEvent.change(input('name_zh-CN'), { target: { value: '帮助' } });
  fireEvent.change(input('url'), { target: { value: '/nowhere' } });
  expect(screen.queryAllByRole('alert')).toHaveLength(0);
  await save();
  expect(bodies).toMatchObject([{ 'name_zh-CN': '帮助', url: '/nowhere', parent_id: 3 }]);
  expect(screen.getByRole('alert').textContent).toBe('没有这个页面');
  await waitFor(() => expect(document.activeElement).toBe(input('url')));
});
