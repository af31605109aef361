import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import { siteDetailOf } from '../../../../../test/site-course.ts';
import { Share } from './share.tsx';

const { drawPoster, useQrCode } = vi.hoisted(() => ({
  drawPoster: vi.fn<() => Promise<string>>(),
  useQrCode: vi.fn<() => string | null>(),
}));
vi.mock('../../../../ui/use-qr-code.ts', () => ({ useQrCode }));
vi.mock('./draw-poster.ts', () => ({ drawPoster }));
beforeAll(() => siteWords.load());
// The sheet of the test before would close this one as its history entry is left.
beforeEach(() => {
  vi.spyOn(history, 'back').mockImplementation(() => undefined);
  drawPoster.mockResolvedValue(picture);
  useQrCode.mockReturnValue('data:image/png;base64,iVBORw0KGgo=');
});
afterEach(() => vi.restoreAllMocks());

const lesson = { id: 1, title: '你好', type: 1, duration_sec: 60, preview_sec: 20, is_free: false };
const teacher = { id: 1, name: '林晓彤', title: '口语主讲', avatar: null, gender: 2, motto: '', intro: '' };
const picture = 'data:image/png;base64,AAAA';
const address = `${location.origin}${location.pathname}`;

async function open(): Promise<HTMLElement> {
  const detail = siteDetailOf(
    { title: '口语', level: 'A1' },
    { teachers: [teacher], chapters: [{ id: 1, title: '', lessons: [lesson] }] },
  );
  render(<Share detail={detail} />, { wrapper: MemoryRouter });
  fireEvent.click(screen.getByRole('button', { name: '分享' }));
  return screen.findByRole('dialog', { name: '分享这门课程' });
}

/** happy-dom keeps what its navigator says behind getters of the object itself. */
function setNavigator(name: 'share' | 'userAgent', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}

const allowSharing = (share: (card: ShareData) => Promise<void>): void => setNavigator('share', share);

it('shows the poster of the course with its teacher, and the link', async () => {
  const sheet = await open();
  expect([...sheet.querySelectorAll('svg text')].map((line) => line.textContent)).toEqual(
    expect.arrayContaining(['A1', '口语', '林晓彤 · 口语主讲', '长按识别，免费试看']),
  );
  const save = await screen.findByRole('link', { name: '保存海报' });
  await waitFor(() => expect(save.getAttribute('href')).toBe(picture));
  expect(save.getAttribute('download')).toBe('口语.png');
  expect(screen.getByRole('img', { name: '口语' }).getAttribute('src')).toBe(picture);
  expect(screen.getByText(address)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '发送给朋友' })).toBeNull();
});

it('shows the QR code alone where the browser cannot draw', async () => {
  drawPoster.mockRejectedValue(new Error('no canvas'));
  await open();
  expect(await screen.findByText('微信扫一扫，或长按识别')).toBeTruthy();
  expect(screen.queryByText('保存海报')).toBeNull();
  expect(screen.getByRole('button', { name: '复制链接' })).toBeTruthy();
});

it('has a code beside the poster for a screen that cannot be held', async () => {
  const sheet = await open();
  expect(within(sheet).getByRole('img', { name: '微信扫一扫' }).getAttribute('width')).toBe('220');
});

it('in WeChat, which downloads nothing, says that the poster is held', async () => {
  setNavigator('userAgent', 'Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0.50');
  await open();
  expect(screen.getByText('长按海报，保存或发给朋友')).toBeTruthy();
  expect(screen.queryByText('保存海报')).toBeNull();
});

it('says that there is no poster without its code, and offers the link', async () => {
  useQrCode.mockReturnValue(null);
  const sheet = await open();
  expect(within(sheet).getByText('海报暂时生成不了，可以把链接发给朋友')).toBeTruthy();
  expect(sheet.querySelector('svg text')).toBeNull();
  expect(screen.queryByText('保存海报')).toBeNull();
  expect(screen.getByText(address)).toBeTruthy();
  expect(screen.getByRole('button', { name: '复制链接' })).toBeTruthy();
});

it('hands the page to the apps of the device', async () => {
  const share = vi.fn<(card: ShareData) => Promise<void>>(async () => undefined);
  allowSharing(share);
  await open();
  fireEvent.click(screen.getByRole('button', { name: '发送给朋友' }));
  expect(share.mock.calls).toEqual([[{ title: '口语', url: address }]]);
});

it.each([
  ['a reader who closes the list of apps may try again', 'AbortError', true],
  ['a second press while the list is open changes nothing', 'InvalidStateError', true],
  ['a browser that refuses is not asked again', 'NotAllowedError', false],
])('%s', async (_, name, isOffered) => {
  const share = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('', name)));
  allowSharing(share);
  await open();
  fireEvent.click(screen.getByRole('button', { name: '发送给朋友' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '发送给朋友' }) !== null).toBe(isOffered));
});
