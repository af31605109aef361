import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { downLog } from '@kaike/shared/resources/down-log';
import { teachers } from '@kaike/shared/resources/teachers';
import { endNotices } from '../../testing/end-notices.tsx';
import { setResponseActions } from '../../../api/response.ts';
import { wordsOf } from '../../words/use-words.ts';
import { confirmDelete } from './delete-rows.tsx';

const realFetch = globalThis.fetch;
let toasts: string[] = [];

beforeEach(() => {
  toasts = [];
  setResponseActions({
    toast: ({ message }) => toasts.push(message),
    forceLogout: () => undefined,
    navigate: () => undefined,
    t: (key) => key,
  });
  globalThis.fetch = async (url, init) => {
    const json = (body: unknown): Response =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (String(url).includes('/open/token')) return json({ _token: 't' });
    const isRehearsal = String(init?.body).includes('dry_run');
    return json(
      isRehearsal
        ? { count: 1, offered: 1, max_id: 3, limit: 100 }
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
