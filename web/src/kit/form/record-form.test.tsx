import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { defineResource } from '@kaike/shared/kit/resource';
import { renderPage } from '../../../test/render-page.tsx';
import { userOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
import { wordsOf } from '../words/use-words.ts';
import { FormGroup } from './form-group.tsx';
import { FormTab } from './record-form.tsx';
import { StaleDialog } from './stale-dialog.tsx';

const notices = defineResource({
  name: 'notices',
  table: 'notices',
  area: 'admin',
  menu: { root: 'site', icon: 'bell', sort: 1 },
  only: ['list', 'show', 'create', 'update'],
  title: 'title',
  fields: {
    id: field.id(),
    title: field.text(),
    product: field.relation({ resource: 'products', nullable: true }),
    list_price: field.money(),
    sale_price: field.money({ reduced_from: 'list_price' }),
    note: field.text({ rules: 'max:3', initial: '' }),
  },
  list: { columns: ['title'], default_sort: '-id' },
  form: [
    { group: 'basic', fields: ['title', 'product', 'list_price', 'sale_price'] },
    { group: 'more', fields: ['note'], folded: true },
  ],
});
const words = wordsOf((key) => key, 'notices');
const realFetch = globalThis.fetch;
let writes: unknown[];

beforeEach(() => {
  writes = [];
  useSession.setState({ user: userOf({ id: 5 }) });
  globalThis.fetch = async (url, init) => {
    if (init?.method === 'PUT') writes.push(JSON.parse(String(init.body)));
    const { searchParams } = new URL(String(url), 'http://localhost');
    const rows = [
      { id: 3, label: '入学礼包' },
      { id: 4, label: '年卡' },
    ];
    const keyword = searchParams.get('keyword') ?? '';
    const ids = searchParams.get('ids');
    return Response.json({
      _token: 'T',
      data: rows.filter(({ id, label }) => (ids ? ids === String(id) : keyword !== '' && label.includes(keyword))),
    });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  localStorage.clear();
});

function open(values: object = {}): void {
  const loaded = {
    row: { id: 7, version: 3, title: '标题', product: null, ...values },
    maps: {},
    permissions: [],
    configUrl: {},
  };
  renderPage(<FormTab definition={notices} loaded={loaded} words={words} onSaved={() => undefined} again={null} />);
}

async function type(text: string): Promise<void> {
  open();
  const input = screen.getByRole('combobox');
  input.focus();
  fireEvent.mouseDown(input);
  await act(async () => void fireEvent.change(input, { target: { value: text } }));
}
const saveByKey = (): void => void fireEvent.keyDown(window, { key: 's', ctrlKey: true });

it('the shortcut saves the row that typed text names', async () => {
  await type('年卡');
  await screen.findByTitle('年卡');
  saveByKey();
  await waitFor(() => expect(writes).toEqual([{ product: 4, version: 3 }]));
});

it('the shortcut saves nothing while typed text names no row', async () => {
  await type('没有这个');
  saveByKey();
  await waitFor(() => expect(document.querySelector('.ant-select-status-error')).not.toBeNull());
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('没有这个');
  expect(writes).toEqual([]);
});

it('typed text is shown beside what somebody else has chosen', async () => {
  renderPage(
    <StaleDialog
      fields={notices.fields}
      conflicts={[{ key: 'product', mine: { text: '没有这个' }, theirs: 4 }]}
      words={words}
      maps={{}}
      resolve={() => undefined}
    />,
  );
  expect((await screen.findByText(/没有这个/)).textContent).toBe('kit.minelists.colon没有这个');
  expect((await screen.findByText(/年卡/)).textContent).toBe('kit.theirslists.colon年卡');
});

it('says how much is left of a reduced price, as it is typed', () => {
  open({ list_price: 50_000, sale_price: 50_000 });
  const reduced = () => screen.queryByText(/折/)?.textContent ?? null;
  expect(reduced()).toBeNull();
  const price = screen.getByRole('spinbutton', { name: 'sale_price' });
  const texts = ['300', '375', '5', '4', '0'].map((value) => {
    fireEvent.change(price, { target: { value } });
    return reduced();
  });
  expect(texts).toEqual(['相当于 6 折', '相当于 7.5 折', '相当于 0.1 折', null, null]);
});

it('folds a group of a new row to a line that names its fields, and opens it for what is refused', async () => {
  const group = (errors: Record<string, string>) => (
    <FormGroup words={words} group="more" folded keys={['note']} errors={errors} isUsed={false}>
      <input id="field-note" />
    </FormGroup>
  );
  const { rerender } = render(group({}));
  const details = screen.getByRole<HTMLDetailsElement>('group');
  expect([details.open, details.querySelector('summary')?.textContent]).toEqual([false, 'morenote']);
  rerender(group({ note: '最多 3 个字' }));
  expect([details.open, document.activeElement?.id]).toEqual([true, 'field-note']);
  await waitFor(() => expect(details.querySelector('summary')?.textContent).toBe('more'));
});

it('a row that exists has its groups open', () => {
  open();
  expect(document.querySelector('details')).toBeNull();
  cleanup();
  open({ id: 0 });
  expect(document.querySelector('details')).not.toBeNull();
});

it('says when what is typed was kept on this device', async () => {
  open();
  fireEvent.change(document.getElementById('field-title') as HTMLElement, { target: { value: '新标题' } });
  expect(await screen.findByText('kit.draft_kept')).toBeTruthy();
});
