import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import configWords from 'virtual:locale/configs';
import { GroupTest } from './group-test.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Has the server answer so, and presses the button; resolves to the body that was sent. */
async function press(group: string, url: string | null): Promise<unknown> {
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ _token: 'T', state: 'local', title: 'the title', text: 'the text', url }),
    );
  render(<GroupTest group={group} isDirty={false} onDone={() => undefined} />);
  fireEvent.click(screen.getByRole('button'));
  await screen.findByText('the title');
  return JSON.parse(String(spy.mock.calls.at(-1)?.[1]?.body));
}

it('tests one part of a group, and links to no page', async () => {
  expect(await press('payment.wechat', null)).toEqual({ group: 'payment.wechat' });
  expect(screen.queryByRole('link')).toBeNull();
});

it('leads to the page on which the person tries it', async () => {
  await press('other_login', '/home/personage/ousers');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/home/personage/ousers');
});

it('leads to where an address for the test is added', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ _token: 'T', code: 'config.no_receiver', message: 'no address' }, { status: 422 }),
  );
  render(
    <MemoryRouter>
      <GroupTest group="mail" isDirty={false} onDone={() => undefined} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button'));
  await screen.findByText('no address');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/admin/personage');
});

it('is called by the words that come with the settings', async () => {
  await configWords.load();
  render(<GroupTest group="transcription" isDirty={false} onDone={() => undefined} />);
  expect(screen.getByRole('button', { name: '测试识别' })).toBeTruthy();
});
