import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { inputProps } from '../../../../test/input-props.ts';
import { TransferInput } from './transfer-input.tsx';

const realFetch = globalThis.fetch;
const courses = [
  { id: 1, label: '口语入门' },
  { id: 2, label: '商务邮件' },
  { id: 3, label: '雅思写作' },
];
const relations = field.relations({ resource: 'courses' });
let saved: unknown;
let sent: number;

beforeEach(() => {
  [saved, sent] = [null, 0];
  globalThis.fetch = async (url) => {
    const query = new URL(String(url), 'http://localhost').searchParams;
    const ids = query.get('ids')?.split(',').map(Number);
    const data = courses.filter(({ id, label }) =>
      ids ? ids.includes(id) : label.includes(query.get('keyword') ?? ''),
    );
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

function Form() {
  const [value, setValue] = useState<unknown>([3]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <TransferInput
        {...inputProps(relations, { label: '课程', value, onChange: (next) => setValue((saved = next)) })}
      />
    </form>
  );
}

it('rows move between the lists by ticks of several searches and by keyboard; Enter in the search sends no form', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  const [there, taken] = screen.getAllByRole('group').slice(1);
  if (!there || !taken) throw new Error('two lists expected');
  const [take, giveBack] = screen.getAllByRole('button').filter((one) => !there.contains(one));
  if (!take || !giveBack) throw new Error('two buttons expected');
  const box = (list: HTMLElement, name: string) => within(list).findByRole('checkbox', { name });
  const first = await box(there, '口语入门');
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(await box(there, '商务邮件'));
  await act(async () => void fireEvent.click(first));
  const search = within(there).getByRole('searchbox');
  await act(async () => void fireEvent.change(search, { target: { value: '商务' } }));
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  await waitFor(() => expect(within(there).queryByText('口语入门')).toBeNull());
  await act(async () => void fireEvent.click(await box(there, '商务邮件')));
  await act(async () => void fireEvent.click(take));
  expect([saved, sent]).toEqual([[3, 1, 2], 0]);
  await act(async () => void fireEvent.click(await box(taken, '雅思写作')));
  await act(async () => void fireEvent.click(giveBack));
  expect(saved).toEqual([1, 2]);
});
