import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import siteWords from 'virtual:words/site';
import { Share } from './share.tsx';

beforeAll(() => siteWords.load());

function press(): void {
  render(<Share title="口语" />, { wrapper: MemoryRouter });
  fireEvent.click(screen.getByRole('button', { name: '分享' }));
}

it('hands the page to the apps of the phone', () => {
  const share = vi.fn<(card: ShareData) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  press();
  expect(share.mock.calls).toEqual([[{ title: '口语', url: `${location.origin}${location.pathname}` }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is content with a reader who shares with nobody', async () => {
  const share = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('closed', 'AbortError')));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  press();
  await share.mock.results[0]?.value.catch(() => undefined);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['the browser cannot share', undefined],
  ['the browser refuses to share', () => Promise.reject(new DOMException('not here', 'NotAllowedError'))],
])('offers a link and a QR code where %s', async (_, share) => {
  if (share) vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  press();
  expect(await screen.findByRole('dialog', { name: '分享这门课程' })).toBeTruthy();
  expect(screen.getByText(`${location.origin}${location.pathname}`)).toBeTruthy();
  expect(screen.getByRole('button', { name: '复制链接' })).toBeTruthy();
});
