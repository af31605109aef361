import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { parseInput } from '@kaike/shared/kit/parse-input';
import { FieldInput } from '../../form/field-row.tsx';
import { RelationSelect } from './relation-select.tsx';

const realFetch = globalThis.fetch;
const products = [
  { id: 3, label: '入学礼包' },
  { id: 4, label: '年卡' },
  { id: 5, label: '年卡（续费）' },
];
let value: unknown;
let searches: string[];
/** While set, searches wait. */
let held: Promise<void> | null;

beforeEach(() => {
  [value, searches, held] = [null, [], null];
  globalThis.fetch = async (url) => {
    const { searchParams } = new URL(String(url), 'http://localhost');
    const keyword = searchParams.get('keyword') ?? '';
    const ids = searchParams.get('ids')?.split(',').map(Number);
    if (keyword) {
      searches.push(keyword);
      await held;
    }
    return Response.json({
      data: products.filter(({ id, label }) => (ids ? ids.includes(id) : label.includes(keyword))),
    });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const one = field.relation({ resource: 'products', nullable: true });
const many = field.relations({ resource: 'products', initial: [] });

function Form({ of, start }: { of: typeof one | typeof many; start: unknown }) {
  const [current, setCurrent] = useState(start);
  return (
    <>
      <FieldInput
        id="field-product"
        name="product"
        label="商品"
        field={of}
        value={current}
        error={undefined}
        onBlur={() => undefined}
        onChange={(next) => {
          value = next;
          setCurrent(next);
        }}
      />
      <button type="button" onClick={() => setCurrent(start)}>
        放弃
      </button>
    </>
  );
}

const enter = (input: HTMLElement, text: string): Promise<void> =>
  act(async () => void fireEvent.change(input, { target: { value: text } }));
const leave = (input: HTMLElement): Promise<void> => act(async () => input.blur());
const press = (input: HTMLElement): Promise<void> =>
  act(async () => void fireEvent.keyDown(input, { key: 'Enter', keyCode: 13, which: 13 }));

async function type(text: string, of: typeof one | typeof many = one, start: unknown = null) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form of={of} start={start} />
    </QueryClientProvider>,
  );
  const input = screen.getByRole<HTMLInputElement>('combobox');
  input.focus();
  fireEvent.mouseDown(input);
  await enter(input, text);
  return input;
}

it('a match that is listed stays while its search is under way, and the others go', async () => {
  held = new Promise(() => undefined);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RelationSelect resource="products" value={[]} multiple label="商品" onChange={(next) => (value = next)} />
    </QueryClientProvider>,
  );
  const input = screen.getByRole('combobox');
  fireEvent.mouseDown(input);
  await screen.findByTitle('年卡');
  await act(async () => void fireEvent.change(input, { target: { value: '入学' } }));
  expect(screen.queryByTitle('年卡')).toBeNull();
  const match = screen.getByTitle('入学礼包');
  await waitFor(() => expect(searches).toEqual(['入学']));
  expect(screen.getByTitle('入学礼包')).toBe(match);
  await act(async () => void fireEvent.click(match));
  expect(value).toEqual([3]);
});

it('asks for the rows that the field is limited to, and names the chosen one whatever it is', async () => {
  const requests: (string | null)[][] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    const { searchParams } = new URL(String(url), 'http://localhost');
    requests.push([searchParams.get('ids'), searchParams.get('where')]);
    return answer(url, init);
  };
  await type('', field.relation({ resource: 'products', nullable: true, where: { type: 1 } }), 3);
  await screen.findByTitle('年卡');
  expect(requests).toEqual(
    expect.arrayContaining([
      ['3', null],
      [null, '{"type":1}'],
    ]),
  );
});

it('Enter takes the first match, whatever is chosen already', async () => {
  const input = await type('年卡', many, [3]);
  await screen.findByTitle('年卡（续费）');
  await press(input);
  await waitFor(() => expect(value).toEqual([3, 4]));
  expect(input.value).toBe('');
});

it('Enter waits for the answer when typing was fast', async () => {
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  const input = await type('续费');
  await press(input);
  await act(async () => answer());
  await waitFor(() => expect(value).toBe(5));
});

it('leaving it takes the only match, also one that is found later', async () => {
  const input = await type('礼包');
  await leave(input);
  await waitFor(() => expect(value).toBe(3));
  expect(input.value).toBe('');
});

it.each(['没有这个', '年', '5'])(
  '“%s” names no row: it stays when the input is left, and no form saves it',
  async (text) => {
    const input = await type(text, one, 4);
    await waitFor(() => expect(searches).toContain(text));
    await leave(input);
    await waitFor(() => expect(value).toEqual({ text }));
    expect(input.value).toBe(text);
    expect(parseInput({ product: one }, { product: value }).failures['product']).toEqual([
      { rule: 'choose', params: [] },
    ]);
    input.focus();
    await enter(input, '');
    await leave(input);
    await waitFor(() => expect(value).toBeNull());
  },
);

it('text stays beside the rows that are chosen, and goes when changes are discarded', async () => {
  const input = await type('没有这个', many, [3]);
  await leave(input);
  await waitFor(() => expect(value).toEqual([3, { text: '没有这个' }]));
  fireEvent.click(screen.getByText('放弃'));
  await waitFor(() => expect(input.value).toBe(''));
});

it.each([
  [one, null, null],
  [many, [3], []],
])('its button clears text that names no row', async (of, start, rest) => {
  const input = await type('没有这个', of, start);
  await leave(input);
  await waitFor(() => expect(input.value).toBe('没有这个'));
  await waitFor(() => expect(value).not.toBeNull());
  await act(async () => void fireEvent.click(screen.getByLabelText('kit.clear')));
  await waitFor(() => expect(input.value).toBe(''));
  expect(value).toEqual(rest);
});

it('Enter that ends a composition takes nothing', async () => {
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  const input = await type('续费');
  await act(async () => void fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 }));
  await act(async () => answer());
  await screen.findByTitle('年卡（续费）');
  expect(value).toBeNull();
});
