import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { products } from '@kaike/shared/resources/commerce/products';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { collectNotices } from '../../../../test/collect-notices.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { endNotices } from '../../testing/end-notices.tsx';
import { EditedCell } from './edited-cell.tsx';
import { QuickEditor } from './quick-editor.tsx';

afterEach(endNotices);

/** Opens a cell of a row for editing. */
function openCell(name: string, { definition = subjects, close = () => {} }: Opening = {}): void {
  renderPage(
    <QuickEditor
      definition={definition}
      row={{ id: 4, version: 2, name: '英语', sort: 30, sale_price: 9900 }}
      name={name}
      words={wordsOf((key) => key, definition.name)}
      maps={{}}
      close={close}
    />,
  );
}
type Opening = { definition?: ResourceDefinition; close?: () => void };

it.each([
  ['sort', subjects, '30'],
  ['sale_price', products, '99.00'],
])('a %s that is emptied is refused in the cell and not saved as 0', async (name, definition, shown) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  openCell(name, { definition });
  const input = screen.getByDisplayValue(shown);
  fireEvent.change(input, { target: { value: '' } });
  await act(async () => {
    fireEvent.keyDown(input, { key: 'Enter' });
  });
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(fetched).not.toHaveBeenCalled();
});

it('says once that it is saved: not in the words of the server, too', async () => {
  const notices = collectNotices();
  const body = { _token: 'T', row: { id: 4 }, alert: { show: true, type: 'success', message: '已保存' } };
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
  );
  openCell('name');
  const input = screen.getByRole('textbox');
  fireEvent.change(input, { target: { value: '日语' } });
  await act(async () => {
    fireEvent.keyDown(input, { key: 'Enter' });
  });
  await screen.findByText('lists.quick_saved');
  expect(notices).toEqual([]);
});

it('stays open with the reason while the value is invalid, and writes a valid one', async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method === 'PUT') bodies.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ _token: 'T', row: { id: 4 } }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  let isClosed = false;
  openCell('name', {
    close: () => {
      isClosed = true;
    },
  });
  const input = screen.getByRole('textbox');
  fireEvent.change(input, { target: { value: '' } });
  fireEvent.blur(input);
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(isClosed).toBe(false);
  fireEvent.change(input, { target: { value: '日语' } });
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => {
    fireEvent.keyDown(input, { key: 'Enter' });
  });
  expect(isClosed).toBe(true);
  await waitFor(() => expect(bodies).toEqual([{ name: '日语', version: 2 }]));
});

it('has the cursor and what was typed in the moment it replaces the stand-in, so that no key is lost between', async () => {
  let onArrival: unknown[] = [];
  const observer = new MutationObserver(() => {
    const input = document.querySelector<HTMLInputElement>('.kk-editing input');
    if (input && onArrival.length === 0) onArrival = [document.activeElement === input, input.value];
  });
  observer.observe(document.body, { childList: true, subtree: true });
  renderPage(
    <EditedCell
      definition={subjects}
      row={{ id: 4, version: 2, name: '英语' }}
      name="name"
      words={wordsOf((key) => key, 'subjects')}
      maps={{}}
      close={() => undefined}
    >
      英语
    </EditedCell>,
  );
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '日语' } });
  await screen.findByRole('group');
  observer.disconnect();
  expect(onArrival).toEqual([true, '日语']);
});
