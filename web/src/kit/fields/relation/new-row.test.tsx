import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { useWording } from '../../../app/wording.ts';
import { FieldInput } from '../../form/field-row.tsx';
import { NewRowDialog } from './new-row-dialog.tsx';
import { NewRowContext } from './use-new-row.tsx';

const teachers = field.relations({ resource: 'teachers', creates: true, initial: [] });
const subject = field.relation({ resource: 'subjects', creates: true, nullable: true });
const label = (title: string): string => `kit.say.any create kit.row ${title}`;

type Posted = { url: string; body: unknown; key: string | null };
const realFetch = globalThis.fetch;
const { t } = useWording.getState();
let rows: { id: number; label: string }[];
let posted: Posted[];
let refusal: unknown;
let value: unknown;
let sentForms: number;

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  [rows, posted, refusal, value, sentForms] = [[{ id: 3, label: '王老师傅' }], [], null, null, 0];
  useSession.setState({ user: adminOf({ permissions: ['admin.teachers.create', 'admin.subjects.create'] }) });
  useWording.setState({ t: (key, params) => (params ? `${key} ${Object.values(params).join(' ')}` : key) });
  globalThis.fetch = async (url, init) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (pathname.endsWith('/open/token')) return json({ _token: 't' });
    if (init?.method === 'POST') {
      posted.push({
        url: pathname,
        body: JSON.parse(String(init.body)) as unknown,
        key: new Headers(init.headers).get('x-idempotency-key'),
      });
      if (refusal) return json(refusal, 422);
      rows = [...rows, { id: 21, label: '王老师' }];
      return json({ id: 21 }, 201);
    }
    const ids = searchParams.get('ids')?.split(',').map(Number);
    return json({
      data: rows.filter((row) =>
        ids ? ids.includes(row.id) : row.label.includes(searchParams.get('keyword')?.trim() ?? ''),
      ),
    });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  useWording.setState({ t });
  useSession.setState({ user: null });
});

function Form({ of, start }: { of: typeof teachers | typeof subject; start: unknown }) {
  const [current, setCurrent] = useState(start);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sentForms += 1;
      }}
    >
      <FieldInput
        id="field-related"
        name="related"
        label="关联"
        field={of}
        value={current}
        error={undefined}
        onBlur={() => undefined}
        onChange={(next) => {
          value = next;
          setCurrent(next);
        }}
      />
    </form>
  );
}

async function type(text: string, of: typeof teachers | typeof subject, start: unknown): Promise<HTMLInputElement> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <NewRowContext value={(props) => <NewRowDialog {...props} />}>
          <Form of={of} start={start} />
        </NewRowContext>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  const input = await screen.findByRole<HTMLInputElement>('combobox');
  input.focus();
  fireEvent.mouseDown(input);
  await act(async () => void fireEvent.change(input, { target: { value: text } }));
  return input;
}

const press = async (input: HTMLElement, key: string, keyCode: number): Promise<void> =>
  act(async () => void fireEvent.keyDown(input, { key, keyCode }));
const titleInput = async (): Promise<HTMLInputElement> => {
  await screen.findByRole('dialog');
  return document.getElementById('new-row-name') as HTMLInputElement;
};
const cancel = async (): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'kit.cancel' })));
const send = async (): Promise<void> =>
  act(async () => void fireEvent.submit(document.getElementById('new-row') as HTMLElement));

it('the last choice creates the row that is missing, which is then chosen', async () => {
  const input = await type('王老师', teachers, [3]);
  expect((await screen.findByTitle(label('王老师'))).textContent).toBe(label('王老师'));
  await press(input, 'ArrowUp', 38);
  await press(input, 'Enter', 13);
  const title = await titleInput();
  expect(title.value).toBe('王老师');
  await waitFor(() => expect(document.activeElement).toBe(title));
  await send();
  await waitFor(() => expect(value).toEqual([3, 21]));
  expect(posted).toEqual([{ url: '/web-api/admin/teachers', body: { name: '王老师' }, key: expect.any(String) }]);
  expect(sentForms).toBe(0);
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input.value).toBe('');
  expect((await screen.findAllByTitle('王老师')).length).toBeGreaterThan(0);
});

it('a refusal stands at its field; whoever cancels is back in the relation with the typed text', async () => {
  refusal = { code: 'request.invalid', message: '请检查', errors: { name: ['名称已存在'] } };
  const input = await type('王老师', teachers, []);
  const choice = await screen.findByTitle(label('王老师'));
  await act(async () => void fireEvent.click(choice));
  const title = await titleInput();
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('名称已存在');
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(title.value).toBe('王老师');
  await cancel();
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect([input.value, value]).toEqual(['王老师', null]);
});

it('a tree offers it, too, and Enter takes it where nothing is found', async () => {
  const input = await type('王老师', subject, null);
  await screen.findByText(label('王老师'));
  rows = [];
  await act(async () => void fireEvent.change(input, { target: { value: '新学科' } }));
  await screen.findByText(label('新学科'));
  await press(input, 'Enter', 13);
  const title = await titleInput();
  await waitFor(() => expect(document.activeElement).toBe(title));
  await cancel();
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input.value).toBe('新学科');
  await press(input, 'Enter', 13);
  await titleInput();
  await send();
  await waitFor(() => expect(value).toBe(21));
  expect(posted[0]).toMatchObject({ url: '/web-api/admin/subjects', body: { name: '新学科' } });
  expect(sentForms).toBe(0);
});

it('nothing is offered for a title that exists, nor to a person who may not create such rows', async () => {
  await type('王老师傅 ', teachers, []);
  await screen.findByTitle('王老师傅');
  expect(screen.queryByText(/kit\.say\.any/)).toBeNull();
  act(() => useSession.setState({ user: adminOf({ permissions: ['admin.courses.create'] }) }));
  const input = screen.getByRole('combobox');
  await act(async () => void fireEvent.change(input, { target: { value: '李老师' } }));
  await screen.findByText('kit.no_choice');
  expect(screen.queryByText(/kit\.say\.any/)).toBeNull();
});
