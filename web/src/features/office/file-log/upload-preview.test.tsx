import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoggedUpload } from '@kaike/shared/contracts/office/file-log';
import { canPreview, UploadPreview } from './upload-preview.tsx';

const file = (name: string, size = 10): LoggedUpload => ({
  id: 1,
  name,
  ext: name.split('.').at(-1) ?? '',
  size,
  created_at: '2026-03-01T00:00:00.000Z',
  created_by: '王老师',
  is_used: false,
  preview_url: `/uploads/media/2026/01/x?inline=1`,
  url: null,
});
const show = (upload: LoggedUpload) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UploadPreview file={upload} close={() => undefined} />
    </QueryClientProvider>,
  );
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('UploadPreview', () => {
  it('shows images, audio and PDF from the signed URL, each in its own element', () => {
    const { rerender } = show(file('封面.png'));
    expect(screen.getByRole('img', { name: '封面.png' }).getAttribute('src')).toBe(file('封面.png').preview_url);
    rerender(
      <QueryClientProvider client={new QueryClient()}>
        <UploadPreview file={file('讲义.pdf')} close={() => undefined} />
      </QueryClientProvider>,
    );
    expect(document.querySelector('iframe')?.getAttribute('title')).toBe('讲义.pdf');
    rerender(
      <QueryClientProvider client={new QueryClient()}>
        <UploadPreview file={file('听力.mp3')} close={() => undefined} />
      </QueryClientProvider>,
    );
    expect(document.querySelector('audio')?.getAttribute('src')).toBe(file('听力.mp3').preview_url);
  });

  it('shows the beginning of a text file as plain text, whatever it contains', async () => {
    const ranges: (string | null)[] = [];
    globalThis.fetch = async (_url, init) => {
      ranges.push(new Headers(init?.headers).get('range'));
      return new Response('<img src=x onerror=alert(1)> 第一讲', { status: 206 });
    };
    show(file('说明.md', 1_000_000));
    expect(await screen.findByText('<img src=x onerror=alert(1)> 第一讲')).toBeDefined();
    expect(document.querySelector('pre img')).toBeNull();
    expect(ranges).toEqual(['bytes=0-262143']);
  });

  it('shows no preview of an archive', () => {
    show(file('素材.zip'));
    expect(document.querySelector('iframe, img, audio, pre')).toBeNull();
  });
});

describe('canPreview', () => {
  it.each([
    ['pdf', true],
    ['png', true],
    ['mp3', true],
    ['md', true],
    ['doc', false],
    ['docx', false],
    ['zip', false],
    ['apk', false],
  ])('%s: %s', (ext, can) => {
    expect(canPreview({ ext })).toBe(can);
  });
});
