import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { parseInput } from '@kaike/shared/kit/parse-input';
import { inputProps } from '../../../../test/input-props.ts';
import { TreeInput } from './tree-input.tsx';

const parent = field.relation({ resource: 'agencies', nullable: true });
const realFetch = globalThis.fetch;
const branch = [
  { id: 7, label: '杭州西湖教育' },
  { id: 8, label: '南昌西湖书店' },
];
let value: unknown;

beforeEach(() => {
  value = null;
  globalThis.fetch = async (url) => {
    const keyword = new URL(String(url), 'http://localhost').searchParams.get('keyword');
    const data =
      keyword === null ? [{ id: 1, label: '浙江总代' }] : branch.filter(({ label }) => label.includes(keyword));
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

function Form() {
  const [emitted, setEmitted] = useState<unknown>(null);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <TreeInput
        {...inputProps(parent, {
          label: '上级代理商',
          value: emitted,
          onChange: (next) => {
            value = next;
            setEmitted(next);
          },
        })}
      />
    </QueryClientProvider>
  );
}

async function type(text: string): Promise<HTMLElement> {
  render(<Form />);
  const input = screen.getByRole('combobox');
  input.focus();
  await act(async () => void fireEvent.change(input, { target: { value: text } }));
  return input;
}

it('an empty field is no faulty value', () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<Form />);
  expect(warn.mock.calls.filter(([text]) => String(text).includes('TreeSelect'))).toEqual([]);
  warn.mockRestore();
});

it('Enter takes the first hit, which is marked', async () => {
  const input = await type('西湖');
  await waitFor(() =>
    expect(document.querySelector('.ant-select-tree-treenode-active')?.textContent).toContain('杭州西湖教育'),
  );
  await act(async () => void fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 }));
  await waitFor(() => expect(value).toBe(7));
});

it('Enter that ends a composition takes nothing', async () => {
  const input = await type('西湖');
  await screen.findByText('杭州西湖教育');
  await act(async () => void fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 }));
  expect(value).toBeNull();
});

it('Enter waits for the response when typing was fast', async () => {
  const input = await type('西湖');
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(value).toBe(7));
});

it('typed text that matches nothing is kept on blur, and no form saves it', async () => {
  const input = await type('没有这家');
  await act(async () => {
    input.blur();
  });
  await waitFor(() => expect(value).toEqual({ text: '没有这家' }));
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('没有这家');
  expect(parseInput({ parent_id: parent }, { parent_id: value }).failures['parent_id']).toEqual([
    { rule: 'choose', params: [] },
  ]);
});

it('a number is no id of what was typed', async () => {
  const input = await type('1');
  await act(async () => {
    input.blur();
  });
  await waitFor(() => expect(value).toEqual({ text: '1' }));
});

it('blur selects the only hit', async () => {
  const input = await type('书店');
  await screen.findByText('南昌西湖书店');
  await act(async () => {
    input.blur();
  });
  await waitFor(() => expect(value).toBe(8));
});

it('has a clear button labelled in the language of the page', async () => {
  const input = await type('西湖');
  await act(async () => void fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 }));
  await waitFor(() => expect(value).toBe(7));
  fireEvent.click(screen.getByLabelText('kit.clear'));
  await waitFor(() => expect(value).toBe(null));
  expect(screen.queryByLabelText('Clear')).toBeNull();
});

it('opens a single root at once, so that Enter has more to choose from than it', async () => {
  globalThis.fetch = async (url) => {
    const above = new URL(String(url), 'http://localhost').searchParams.get('parent_id');
    const data = above === '0' ? [{ id: 1, label: '超级管理员', has_children: true }] : above === '1' ? branch : [];
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } });
  };
  render(<Form />);
  fireEvent.mouseDown(screen.getByRole('combobox'));
  for (const name of ['超级管理员', '杭州西湖教育', '南昌西湖书店']) expect(await screen.findByText(name)).toBeTruthy();
});
