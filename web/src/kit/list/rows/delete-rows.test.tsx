import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { downLog } from '@kaike/shared/resources/office/down-log';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { endNotices } from '../../testing/end-notices.tsx';
import { collectNotices } from '../../../../test/collect-notices.ts';
import { wordsOf } from '../../words/use-words.ts';
import { confirmDelete } from './delete-rows.tsx';

const realFetch = globalThis.fetch;
let toasts: string[] = [];
let counted = 1;

beforeEach(() => {
  [toasts, counted] = [collectNotices(), 1];
  globalThis.fetch = async (url, init) => {
    const json = (body: unknown): Response =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (String(url).includes('/open/token')) return json({ _token: 't' });
    const isRehearsal = String(init?.body).includes('dry_run');
    return json(
      isRehearsal
        ? { count: counted, offered: counted, max_id: 3, limit: 100 }
        : { deleted: 1, failed: [], alert: { show: true, type: 'success', message: '已删除 1 条' } },
    );
  };
});
afterEach(async () => {
  globalThis.fetch = realFetch;
  await endNotices();
});

it.each([
  ['a row that can be restored', teachers, 0, 'kit.say.any delete kit.row 艾玛'],
  ['a row that is deleted permanently', { ...downLog, hard_delete: true }, 1, 'kit.say.any delete kit.row 艾玛'],
] as const)('shows one toast for %s', async (_name, definition, notes, say) => {
  let reloads = 0;
  await confirmDelete({
    definition,
    words: wordsOf((key, params) => (params ? `${key} ${Object.values(params).join(' ')}` : key), definition.name),
    reload: () => {
      reloads += 1;
    },
    target: { rows: [{ id: 3, [definition.title]: '艾玛' }], matching: null },
    deselect: () => undefined,
  });
  expect((await screen.findAllByText(`kit.sure ${say}`)).length).toBeGreaterThan(0);
  fireEvent.click((await screen.findAllByText('kit.actions.delete')).at(-1) as HTMLElement);
  await waitFor(() => expect(reloads).toBe(1));
  expect(toasts).toHaveLength(notes);
  await waitFor(() => expect(screen.queryAllByText('kit.undo')).toHaveLength(1 - notes));
});

it('says the number of several rows in its question and on its button, which waits for the number where many go for good', async () => {
  counted = 130;
  const open = (definition: Parameters<typeof confirmDelete>[0]['definition']): Promise<void> =>
    confirmDelete({
      definition,
      words: wordsOf((key, params) => (params ? `${key} ${Object.values(params).join(' ')}` : key), definition.name),
      reload: () => undefined,
      target: { rows: [], matching: 'where[status]=1' },
      deselect: () => undefined,
    });
  const button = (): HTMLButtonElement =>
    screen.getByRole<HTMLButtonElement>('button', { name: /kit\.actions\.delete/ });
  await open(teachers);
  expect((await screen.findAllByText(/^kit\.sure .* 130$/)).length).toBeGreaterThan(0);
  expect(button().textContent).toMatch(/^kit\.button kit\.actions\.delete .* 130$/);
  expect([button().disabled, document.getElementById('typed-count')]).toEqual([false, null]);
  await endNotices();
  await open({ ...downLog, hard_delete: true });
  const input = await screen.findByRole('textbox');
  expect(button().disabled).toBe(true);
  fireEvent.change(input, { target: { value: '131' } });
  expect(button().disabled).toBe(true);
  fireEvent.change(input, { target: { value: '130' } });
  await waitFor(() => expect(button().disabled).toBe(false));
});
