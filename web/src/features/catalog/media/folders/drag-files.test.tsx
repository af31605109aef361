import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../../test/render-page.tsx';
import { adminOf } from '../../../../../test/session-users.ts';
import { useSession } from '../../../../app/session.ts';
import { useToasts } from '../../../../app/toasts.ts';
import { ResourceListPage } from '../../../../kit/resource-list.page.tsx';
import { setResourceViews } from '../../../../kit/resource-view.ts';
import { endNotices } from '../../../../kit/testing/end-notices.tsx';
import { resourceView } from '../media.resource.tsx';

const file = (id: number, title: string) => ({ id, title, kind: 1, cover: null, folder_id: null, status: 3 });
const files = [file(3, '问候'), file(4, '道别'), file(5, '点餐')];
const folders = [{ id: 1, name: '外语', parent_id: null, file_count: 0, version: 1 }];
const realFetch = globalThis.fetch;
let moves: unknown[];
let dragImages: (string | null)[];
let treeRequests: number;
let refusal: object | null;

function answerTo(method: string, path: string): object {
  if (path === '/admin/media/move') return { changed: 1, failed: [], undo: undoes };
  if (path.endsWith('/tree')) {
    treeRequests += 1;
    return { data: folders, with_children: [], is_cut: false };
  }
  if (path.endsWith('/media/list'))
    return { data: files, total: 3, total_exact: true, sums: null, per_page: 20, current_page: 1, last_page: 1 };
  if (path.includes('saved-views')) return { views: [], look: null, roles: [] };
  if (path === '/admin/media')
    return {
      list: { data: [] },
      maps: {},
      views: {},
      permissions: mayMove ? ['list', 'show', 'move'] : ['list', 'show'],
      configUrl: {},
      excel: { sheet: '', fileName: '', exportFields: {}, importFields: {} },
    };
  return { _token: 'T', method };
}
let mayMove: boolean;
const undoes = [{ resource: 'media', action: 'move', ids: [4], input: { folder_id: null } }];

beforeEach(() => {
  [moves, dragImages, treeRequests, refusal, mayMove] = [[], [], 0, null, true];
  const { beside, drop_action } = resourceView;
  if (!beside || !drop_action) throw new Error('nothing to drop files on');
  setResourceViews({ media: async () => ({ resourceView: { beside, drop_action } }) });
  useSession.setState({ user: adminOf({ permissions: ['admin.media-folders.list', 'admin.media.list'] }) });
  globalThis.fetch = async (url, init) => {
    const path = new URL(String(url), 'http://school.test').pathname.replace('/web-api', '');
    if (init?.method === 'PUT') {
      moves.push(JSON.parse(String(init.body)));
      if (refusal) return Response.json(refusal, { status: 422 });
    }
    return Response.json(answerTo(init?.method ?? 'GET', path));
  };
});
afterEach(async () => {
  await endNotices();
  globalThis.fetch = realFetch;
  setResourceViews({});
  useSession.setState({ user: null });
  useToasts.setState({ toasts: [] });
});

const dataTransfer = {
  setData: () => undefined,
  setDragImage: (image: Element) => dragImages.push(image.textContent),
};

async function openLibrary(search = ''): Promise<void> {
  renderPage(<ResourceListPage />, { at: `/admin/media${search}` });
  await screen.findByRole('button', { name: '外语' });
}
const place = (name: string): HTMLElement => screen.getByRole('button', { name }).closest('li') as HTMLElement;
const source = async (title: string, of: string): Promise<HTMLElement> =>
  (await screen.findByRole('checkbox', { name: title })).closest(of) as HTMLElement;

/** Whether what is dragged may be dropped there. */
function over(target: HTMLElement): boolean {
  const event = createEvent.dragOver(target);
  fireEvent(target, event);
  return event.defaultPrevented;
}
async function drag(from: HTMLElement, to: HTMLElement): Promise<void> {
  fireEvent.dragStart(from, { dataTransfer });
  expect(over(to)).toBe(true);
  expect(to.getAttribute('data-over')).toBe('true');
  await act(async () => void fireEvent.drop(to));
}

it('a file is put into the folder it is dropped on, and taken out by the undo; the folders count again', async () => {
  await openLibrary();
  const before = treeRequests;
  await drag(await source('道别', 'li'), place('外语'));
  await waitFor(() => expect(moves).toEqual([{ ids: [4], folder_id: 1 }]));
  await waitFor(() => expect(treeRequests).toBeGreaterThan(before));
  fireEvent.click(await screen.findByText('kit.undo'));
  await waitFor(() => expect(moves.at(-1)).toEqual({ ids: [4], folder_id: null }));
  expect(dragImages).toEqual([]);
});

it('what is ticked is dragged along, from the table, too, and leaves its folders where it is dropped outside of them', async () => {
  await openLibrary('?look=table');
  for (const title of ['问候', '点餐']) fireEvent.click(await screen.findByRole('checkbox', { name: title }));
  await drag(await source('点餐', 'tr'), place('media.folders.none'));
  await waitFor(() => expect(moves).toEqual([{ ids: [3, 5], folder_id: null }]));
  expect(dragImages).toHaveLength(1);
  await drag(await source('道别', 'tr'), place('外语'));
  await waitFor(() => expect(moves.at(-1)).toEqual({ ids: [4], folder_id: 1 }));
});

it('text that is dragged out of a row is no file', async () => {
  await openLibrary('?look=table');
  const row = await source('道别', 'tr');
  fireEvent.dragStart(await within(row).findByText('道别'), { dataTransfer });
  expect(over(place('外语'))).toBe(false);
});

it('what is refused is said in a sentence', async () => {
  await openLibrary();
  refusal = { code: 'request.invalid', message: '请检查。', errors: { folder_id: ['文件夹已被删除。'] } };
  await drag(await source('道别', 'li'), place('外语'));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['文件夹已被删除。']));
});

it('nothing is dropped on all files, nor once the drag has ended, nor by who may not move files', async () => {
  await openLibrary();
  const tile = await source('道别', 'li');
  expect(over(place('外语'))).toBe(false);
  fireEvent.dragStart(tile, { dataTransfer });
  expect(over(place('media.folders.all'))).toBe(false);
  fireEvent.dragEnd(tile);
  expect(over(place('外语'))).toBe(false);
  expect(tile.getAttribute('draggable')).toBe('true');
  mayMove = false;
  cleanup();
  await openLibrary();
  expect((await source('道别', 'li')).getAttribute('draggable')).toBe('false');
  expect(moves).toEqual([]);
});
