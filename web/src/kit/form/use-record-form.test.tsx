import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { defineResource } from '@kaike/shared/kit/resource';
import { userOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
import type { ShownRow } from '../resource-view.ts';
import { wordsOf } from '../words/use-words.ts';
import { draftKey, findDraft, writeDraft } from './draft.ts';
import { conflictsOf, useRecordForm, type RecordForm } from './use-record-form.ts';

const notices = defineResource({
  name: 'notices',
  table: 'notices',
  area: 'admin',
  menu: { root: 'site', icon: 'bell', sort: 1 },
  only: ['list', 'show', 'create', 'update'],
  title: 'title',
  fields: {
    id: field.id(),
    title: field.text({ rules: 'required|max:10' }),
    way: field.text({ initial: 'page' }),
    address: field.email({ rules: 'required', shown_when: { field: 'way', in: ['mail'] } }),
    secret: field.password(),
    mobile: field.mobile({ masked: 'mobile' }),
  },
  list: { columns: ['title'], default_sort: '-id' },
  form: [{ group: 'basic', fields: ['title', 'way', 'address', 'secret', 'mobile'] }],
});
const words = wordsOf((key) => key, 'notices');
const row: ShownRow = { id: 7, version: 3, title: '旧标题', way: 'page', address: '', mobile: '' };
const key = draftKey({ user_id: 5, resource: 'notices', id: 7 });

type RequestRecord = { method: string; body: Record<string, unknown> };
let requests: RequestRecord[] = [];
let answer: () => Response;
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const realFetch = globalThis.fetch;

beforeEach(() => {
  requests = [];
  answer = () => json(200, {});
  useSession.setState({ user: userOf({ id: 5 }) });
  globalThis.fetch = async (url, init) => {
    if (String(url).includes('/open/token')) return json(200, { _token: 't' });
    requests.push({
      method: init?.method ?? 'GET',
      body: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>,
    });
    return answer();
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

function start(startRow: ShownRow = row) {
  const saved: number[] = [];
  return {
    ...renderHook(() =>
      useRecordForm({ definition: notices, row: startRow, words, saved: (id) => void saved.push(id) }),
    ),
    saved,
  };
}

const failed = ({ keys, bind }: RecordForm): string[] => keys.filter((name) => bind(name).flags.failed);

describe('dependent fields', () => {
  it('shows a field only while it applies', async () => {
    const { result } = start();
    expect(result.current.visibleKeys.has('address')).toBe(false);
    await act(() => result.current.save());
    expect(failed(result.current)).toEqual([]);
    act(() => result.current.set('way', 'mail'));
    expect(result.current.visibleKeys.has('address')).toBe(true);
    await act(() => result.current.save());
    expect(failed(result.current)).toEqual(['address']);
  });

  it('does not send what no longer applies', async () => {
    const { result } = start();
    act(() => result.current.set('way', 'mail'));
    act(() => result.current.set('address', 'a@b.cn'));
    act(() => result.current.set('way', 'sms'));
    await act(() => result.current.save());
    expect(requests.at(-1)?.body).toEqual({ way: 'sms', version: 3 });
  });
});

it('sends what was changed after the last render', async () => {
  const { result } = start();
  await act(async () => {
    result.current.set('title', '刚填入');
    await result.current.save();
  });
  expect(requests.at(-1)?.body).toEqual({ title: '刚填入', version: 3 });
  expect(result.current.values['title']).toBe('刚填入');
});

describe('draft', () => {
  it('survives a reload, without secrets, and ends with the save', async () => {
    const first = start();
    act(() => first.result.current.set('title', '新标题'));
    act(() => first.result.current.set('secret', 'hunter2abc'));
    act(() => first.result.current.set('mobile', '13800000000'));
    first.unmount();
    expect(localStorage.getItem(key)).not.toMatch(/hunter2abc|13800000000/);
    const second = start();
    expect(second.result.current.values['title']).toBe('新标题');
    expect(second.result.current.draft_at).not.toBeNull();
    await act(() => second.result.current.save());
    expect(second.saved).toEqual([7]);
    second.unmount();
    expect(findDraft(key)).toBeNull();
  });

  it('is kept when the connection is lost', async () => {
    const { result, unmount } = start();
    act(() => result.current.set('title', '断网'));
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await act(() => result.current.save());
    expect(result.current.isGone).toBe(true);
    unmount();
    expect(findDraft(key)?.changes).toEqual({ title: '断网' });
  });

  it('is separate for each user, and expires after a week', () => {
    writeDraft(key, { changes: { title: 'x' }, base: {}, saved_at: 0 });
    expect(findDraft(key, 8 * 86_400_000)).toBeNull();
    expect(findDraft(draftKey({ user_id: 6, resource: 'notices', id: 7 }), 1)).toBeNull();
    expect(findDraft(key, 1)?.changes).toEqual({ title: 'x' });
  });

  it('does not silently overwrite what somebody changed since', () => {
    writeDraft(key, { changes: { title: '我的' }, base: { title: '旧标题' }, saved_at: Date.now() });
    const { result } = start({ ...row, version: 4, title: '他的' });
    expect(result.current.conflicts).toEqual([{ key: 'title', mine: '我的', theirs: '他的' }]);
  });
});

describe('a stale write', () => {
  it('merges what only one side changed and asks about the rest', async () => {
    const { result } = start();
    act(() => result.current.set('title', '我的'));
    act(() => result.current.set('way', 'sms'));
    answer = () =>
      json(409, {
        code: 'record.stale',
        message: '',
        current: { ...row, version: 4, title: '他的', mobile: '13900000000' },
      });
    await act(() => result.current.save());
    expect(result.current.conflicts).toEqual([{ key: 'title', mine: '我的', theirs: '他的' }]);
    act(() => result.current.resolve({ title: 'theirs' }));
    expect(result.current.values).toMatchObject({ title: '他的', way: 'sms', mobile: '13900000000' });
    answer = () => json(200, {});
    await act(() => result.current.save());
    expect(requests.at(-1)?.body).toEqual({ way: 'sms', version: 4 });
  });

  it.each([
    [{ a: 1 }, { a: 0 }, { a: 0 }, []],
    [{ a: 1 }, { a: 0 }, { a: 1 }, []],
    [{ a: 1 }, { a: 0 }, { a: 2 }, ['a']],
    [{ a: [1] }, { a: [] }, { a: [2] }, ['a']],
  ])('mine %j over %j while it became %j', (changes, base, current, keys) => {
    expect(conflictsOf({ changes, base, current }).map((one) => one.key)).toEqual(keys);
  });
});

it('shows server errors at their fields', async () => {
  const { result } = start();
  act(() => result.current.set('title', '重名'));
  answer = () => json(422, { code: 'request.invalid', message: '', errors: { title: ['已存在'] } });
  await act(() => result.current.save());
  expect(result.current.bind('title')).toMatchObject({ error: '已存在', flags: { failed: true } });
  expect(result.current.dirty).toBe(true);
});
