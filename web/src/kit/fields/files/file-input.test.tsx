import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fieldWords from 'virtual:locale/kit_fields';
import { field } from '@kaike/shared/kit/field';
import zh from '@kaike/shared/locales/zh-CN/kit_fields.json' with { type: 'json' };
import { inputProps } from '../../../../test/input-props.ts';
import { fakeUploads, uploads } from '../../../../test/fake-uploads.ts';
import { loadWording } from '../../../app/wording.ts';
import { FileInfoContext } from './file-info.ts';
import { FileInput } from './file-input.tsx';

const sheet = field.file({ nullable: true, accept: ['pdf', 'zip'], max_bytes: 2 * 1024 * 1024 });
const words = zh.kit_fields.file;
/** The library inserts a space between two Chinese characters. */
const named = (word: string): RegExp => new RegExp(`^${[...word].join(' ?')}$`);

fakeUploads();
const realFetch = globalThis.fetch;

beforeEach(async () => {
  await Promise.all([fieldWords.load(), loadWording('admin')]);
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ _token: 't' }), { headers: { 'content-type': 'application/json' } });
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const stored = {
  address: '/uploads/files/2026/01/ab.pdf',
  name: '第一讲 讲义.pdf',
  ext: 'pdf',
  size: 2048,
  url: '/uploads/media/2026/01/ab.pdf?name=x&e=1&token=t',
};

function Form({ initial = null as string | null, changes }: { initial?: string | null; changes: (string | null)[] }) {
  const [value, setValue] = useState<unknown>(initial);
  const change = (next: unknown): void => {
    changes.push(next as string | null);
    setValue(next);
  };
  return <FileInput {...inputProps(sheet, { label: '讲义', value, onChange: change })} />;
}

async function choose(name: string, size = 100): Promise<void> {
  const file = new File([new Uint8Array(size)], name);
  await act(async () => {
    fireEvent.change(screen.getByLabelText('讲义'), { target: { files: [file] } });
  });
}

describe('FileInput', () => {
  it('sends with progress, then shows name and size, and can be emptied', async () => {
    const changes: (string | null)[] = [];
    render(<Form changes={changes} />);
    await choose('第一讲 讲义.pdf');
    const query = new URLSearchParams(uploads[0]?.url.split('?')[1] ?? '');
    expect([query.get('name'), query.get('accept'), query.get('max_bytes')]).toEqual([
      '第一讲 讲义.pdf',
      'pdf,zip',
      '2097152',
    ]);
    await act(async () => uploads[0]?.progress(50, 100));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    await act(async () => uploads[0]?.answer(200, stored));
    const link = screen.getByRole('link', { name: stored.name });
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([stored.url, stored.name]);
    expect(screen.getByText('2 KB')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: named(words.remove) }));
    expect(changes).toEqual([stored.address, null]);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['程序.exe', 10, 'pdf、zip'],
    ['讲义.pdf', 3 * 1024 * 1024, '2.0 MB'],
    ['讲义.pdf', 0, '空'],
  ])('refuses %s of %d bytes before sending a byte', async (name, size, message) => {
    render(<Form changes={[]} />);
    await choose(name, size);
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect(uploads).toEqual([]);
  });

  it('shows why the server refused, and keeps the old value', async () => {
    const changes: (string | null)[] = [];
    render(
      <FileInfoContext value={{ sheet: stored }}>
        <Form initial={stored.address} changes={changes} />
      </FileInfoContext>,
    );
    expect(screen.getByRole('link', { name: stored.name })).toBeDefined();
    await choose('改名.pdf');
    await act(async () => uploads[0]?.answer(422, { code: 'upload.content', message: '文件内容与扩展名不符' }));
    expect(screen.getByRole('alert').textContent).toBe('文件内容与扩展名不符');
    expect(screen.queryByRole('button', { name: named(words.retry) })).toBeNull();
    expect(screen.getByRole('link', { name: stored.name })).toBeDefined();
    expect(changes).toEqual([]);
  });

  it('offers a retry after an error, and can be cancelled', async () => {
    const changes: (string | null)[] = [];
    render(<Form changes={changes} />);
    await choose('讲义.pdf');
    await act(async () => uploads[0]?.answer(500, {}));
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: named(words.retry) }));
    });
    expect(uploads).toHaveLength(2);
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: named(words.cancel) }));
    });
    expect([uploads[1]?.is_aborted, changes, screen.queryByRole('alert')]).toEqual([true, [], null]);
  });
});
