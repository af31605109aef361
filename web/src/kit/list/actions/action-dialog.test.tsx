import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { verbsFor } from '@kaike/shared/kit/rows/verbs';
import { createTranslator } from '@kaike/shared/kit/wording';
import { members } from '@kaike/shared/resources/people/members';
import { endNotices } from '../../testing/end-notices.tsx';
import { useToasts } from '../../../app/toasts.ts';
import { wordsOf } from '../../words/use-words.ts';
import { ActionDialog } from './action-dialog.tsx';
import { rowOffers, reverseState, type Preset } from './offers.ts';
import { isCount } from './many-rows.ts';

type DialogProps = Parameters<typeof ActionDialog>[0];
type Opening = Partial<Pick<DialogProps, 'preset' | 'words' | 'close' | 'done'>> & {
  rows?: DialogProps['target']['rows'];
};

/** Opens the dialog of an action; without other rows, for one that has no name. */
function openDialog(definition: ResourceDefinition, name: string, { rows = [{ id: 3 }], ...rest }: Opening = {}) {
  const action = definition.actions?.[name];
  if (!action) throw new Error(`${definition.name} has no action ${name}`);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <ActionDialog
        definition={definition}
        name={name}
        action={action}
        target={{ rows, matching: null }}
        words={wordsOf((key) => key, definition.name)}
        maps={{}}
        close={() => undefined}
        done={() => undefined}
        {...rest}
      />
    </QueryClientProvider>,
  );
}

type RequestRecord = { url: string; body: Record<string, unknown> };
let keys: (string | null)[] = [];
let requests: RequestRecord[] = [];
let refusal: Record<string, unknown> | null = null;
let notes: string[] = [];
let counted = 2;
let isClosed = false;
/** The dry run's answer waits for it. */
let held: Promise<void> | null = null;
const realFetch = globalThis.fetch;

beforeEach(() => {
  [requests, refusal, keys, notes, isClosed] = [[], null, [], [], false];
  counted = 2;
  held = null;
  globalThis.fetch = async (url, init) => {
    const json = (body: unknown): Response =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (String(url).includes('/open/token')) return json({ _token: 't' });
    const body = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>;
    requests.push({ url: String(url).split('?')[0] ?? '', body });
    if (body['dry_run']) {
      await held;
      return json({
        count: counted,
        offered: counted,
        max_id: 9,
        limit: 100_000,
        notes: body['by_sms'] ? ['短信将发给 2 人，共 2 条。'] : notes,
      });
    }
    keys.push(new Headers(init?.headers).get('x-idempotency-key'));
    if (refusal)
      return new Response(JSON.stringify(refusal), { status: 422, headers: { 'content-type': 'application/json' } });
    return json({ changed: 2, failed: [] });
  };
});
afterEach(async () => {
  globalThis.fetch = realFetch;
  await endNotices();
});

it('previews the consequences of a notice while it is typed, then sends it', async () => {
  const rows = [
    { id: 3, status: 1 },
    { id: 9, status: 1 },
  ];
  let isDone = false;
  openDialog(members, 'notification', {
    rows,
    done: () => {
      isDone = true;
    },
  });
  fireEvent.change(document.getElementById('field-title') as HTMLElement, { target: { value: '停课通知' } });
  fireEvent.change(document.getElementById('field-body') as HTMLElement, { target: { value: '今天停课' } });
  fireEvent.click(document.getElementById('field-by_sms') as HTMLElement);
  expect(await screen.findByText('短信将发给 2 人，共 2 条。')).toBeDefined();
  expect(requests.at(-1)?.body).toMatchObject({ ids: [3, 9], dry_run: true, title: '停课通知', by_sms: true });
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
  });
  await waitFor(() => expect(isDone).toBe(true));
  expect(requests.at(-1)).toEqual({
    url: '/web-api/admin/members/notification',
    body: { ids: [3, 9], title: '停课通知', body: '今天停课', by_mail: false, by_sms: true },
  });
});

it.each(['answered', 'failed'])('confirms nothing before it says what it does, until that is %s', async (end) => {
  let settle = (): void => undefined;
  held = new Promise((resolve, reject) => {
    settle = end === 'answered' ? resolve : () => reject(new TypeError('Failed to fetch'));
  });
  notes = ['将通知 2 人。'];
  openDialog(members, 'notification');
  const button = (): HTMLElement => screen.getAllByRole('button').at(-1) as HTMLElement;
  await waitFor(() => expect(requests).not.toHaveLength(0));
  fireEvent.click(button());
  expect([button().hasAttribute('disabled'), keys.length]).toEqual([true, 0]);
  // What waits stands below the fields, so that none of them moves when it goes.
  const field = document.getElementById('field-title') as HTMLElement;
  const skeleton = document.querySelector('.kk-action [aria-hidden="true"][style*="height: 64px"]') as HTMLElement;
  expect(field.compareDocumentPosition(skeleton)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  settle();
  const shown = end === 'answered' ? '.kk-after' : '.ant-alert';
  await waitFor(() => expect(document.querySelector(shown)).not.toBeNull());
  expect([button().hasAttribute('disabled'), keys.length]).toEqual([false, 0]);
});

it('shows an error of a field that the dialog does not have', async () => {
  refusal = { code: 'request.invalid', message: '请填写所选记录', errors: { ids: ['请填写所选记录'] } };
  useToasts.setState({ toasts: [] });
  openDialog(members, 'remark');
  const button = (): HTMLElement => screen.getAllByRole('button').at(-1) as HTMLElement;
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(false));
  await act(async () => {
    fireEvent.click(button());
  });
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['请填写所选记录']));
});

it('sends corrected input with a new key, and a retry with the same key', async () => {
  refusal = { code: 'order.refund_amount', message: '退款金额不能超过实付金额', errors: { remark: ['太长'] } };
  openDialog(members, 'remark');
  const run = async (): Promise<void> => {
    const sentBefore = keys.length;
    const button = screen.getAllByRole('button').at(-1) as HTMLElement;
    await waitFor(() => expect(button.hasAttribute('disabled') || button.className.includes('loading')).toBe(false));
    await act(async () => {
      fireEvent.click(button);
    });
    await waitFor(() => expect(keys.length).toBe(sentBefore + 1));
  };
  const type = (value: string): void =>
    void fireEvent.change(document.getElementById('field-remark') as HTMLElement, { target: { value } });
  type('第一次');
  await run();
  await run();
  type('改过');
  await run();
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('names its only row, and starts with its current parent', async () => {
  const { agencies } = await import('@kaike/shared/resources/agencies/agencies');
  const row = { id: 4, name: '杭州西湖教育', parent_id: 2, status: 1 };
  const phrases: (Record<string, unknown> | undefined)[] = [];
  openDialog(agencies, 'move', {
    rows: [row],
    words: wordsOf((key, params) => {
      if (key === 'kit.say.any') phrases.push(params);
      return params ? `${key} ${Object.values(params).join(' ')}` : key;
    }, 'agencies'),
  });
  expect((await screen.findByRole('dialog')).textContent).toMatch(/^Kit\.say\.any .*杭州西湖教育/);
  expect(phrases.at(-1)).toMatchObject({ what: 'kit.row 杭州西湖教育' });
  fireEvent.change(await waitFor(() => document.getElementById('field-reason') as HTMLElement), {
    target: { value: '只写原因' },
  });
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
  });
  await waitFor(() =>
    expect(
      requests.find(({ url, body }) => url.endsWith('/agencies/move') && body['reason'] === '只写原因')?.body,
    ).toMatchObject({ parent_id: 2 }),
  );
});

const texts: Record<string, string> = {
  'kit.verbs.published': '发布',
  'kit.verbs.off_shelf': '下架',
  'kit.undo': '撤销操作',
};
const courseWords = wordsOf(
  (key, params) => texts[key] ?? `${key}${params ? ` ${Object.values(params).join(' ')}` : ''}`,
  'courses',
);

async function publish(row: { id: number; title: string; status: number }): Promise<HTMLElement[]> {
  const { courses } = await import('@kaike/shared/resources/catalog/courses');
  const offers = rowOffers(courses, courseWords, (name) => name === 'change-status');
  expect(offers.map(({ label }) => label)).toEqual(['发布', '下架']);
  expect([0, 1, 2].map((status) => verbsFor(offers, { ...row, status }).map(({ label }) => label))).toEqual([
    ['发布'],
    ['下架'],
    ['发布'],
  ]);
  const [offer] = verbsFor(offers, row);
  if (!offer) throw new Error('not offered');
  openDialog(courses, offer.name, {
    rows: [row],
    preset: offer.preset,
    words: courseWords,
    close: () => {
      isClosed = true;
    },
  });
  return screen.queryAllByRole('dialog');
}

it('publishes a complete course without a dialog, reports it and offers undo', async () => {
  useToasts.setState({ toasts: [] });
  expect(await publish({ id: 7, title: '口语课', status: 2 })).toEqual([]);
  expect(await screen.findByText(/^kit\.did .*发布.*口语课$/)).toBeDefined();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(requests.at(-1)?.body).toEqual({ ids: [7], status: 1 });
  await act(async () => {
    fireEvent.click(screen.getByText('撤销操作'));
  });
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ ids: [7], status: 2 }));
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^kit\.undone .*发布.*口语课$/),
    ]),
  );
});

it('undo unlists a published draft: it never becomes a draft again', async () => {
  const { courses } = await import('@kaike/shared/resources/catalog/courses');
  const preset = { name: 'change-status', preset: { field: 'status', value: 1, state: 'published' } };
  const row = { id: 7, status: 0 };
  expect([reverseState(courses, preset, [row]), reverseState(courses, preset, [row, { ...row, status: 2 }])]).toEqual([
    2,
    null,
  ]);
});

it('confirms before publishing an incomplete course', async () => {
  notes = ['没有封面'];
  await publish({ id: 8, title: '写作课', status: 0 });
  expect(await screen.findByText('没有封面')).toBeDefined();
  expect(document.getElementById('field-status')).toBeNull();
  expect(requests.every(({ body }) => body['dry_run'])).toBe(true);
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
  });
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ ids: [8], status: 1 }));
});

it('sends no invalid input: the first invalid field gets the cursor and says why', async () => {
  openDialog(members, 'notification');
  const button = (): HTMLElement => screen.getAllByRole('button').at(-1) as HTMLElement;
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(false));
  await act(async () => {
    fireEvent.click(button());
  });
  const title = document.getElementById('field-title') as HTMLElement;
  expect(document.activeElement).toBe(title);
  const count = screen.getAllByRole('alert').length;
  fireEvent.change(title, { target: { value: '停课通知' } });
  expect(screen.getAllByRole('alert')).toHaveLength(count - 1);
  expect(requests.every(({ body }) => body['dry_run'])).toBe(true);
});

it('starts an amount with what the row has, offers half of it, and does not ask for it with several rows', async () => {
  const { payOrders } = await import('@kaike/shared/resources/commerce/pay-orders');
  const [paid, cheap] = [
    { id: 5, order_no: 'PO5', status: 50, payable: 29_900, refund_rest: 29_900, is_refundable: true },
    { id: 6, order_no: 'PO6', status: 50, payable: 100, refund_rest: 100, is_refundable: true },
  ];
  const show = (rows: (typeof paid)[]) => openDialog(payOrders, 'refund', { rows });
  const amount = (): HTMLInputElement | null => document.querySelector('#field-amount');
  const { unmount } = show([paid]);
  const button = (): string | null => (screen.getAllByRole('button').at(-1) as HTMLElement).textContent;
  await waitFor(() => expect(amount()?.value).toBe('299.00'));
  expect(button()).toMatch(/ ¥299\.00$/);
  fireEvent.click(screen.getByText(/shares\.half/));
  expect(amount()?.value).toBe('149.50');
  expect(button()).toMatch(/ ¥149\.50$/);
  unmount();
  show([paid, cheap]);
  expect(await waitFor(() => document.getElementById('field-reason'))).not.toBeNull();
  expect(amount()).toBeNull();
  expect(button(), 'the number of rows').toContain('kit.button');
});

it('names in its title the person who gets the money, and in the notice also the sum', async () => {
  const { payOrders } = await import('@kaike/shared/resources/commerce/pay-orders');
  const { default: chinese } = await import('@kaike/shared/locales/zh-CN/resources/pay-orders.json');
  const { default: kit } = await import('@kaike/shared/locales/zh-CN/kit.json');
  const words = wordsOf(createTranslator({ locale: 'zh-CN', catalogues: [chinese, kit] }), 'pay-orders');
  const row = {
    id: 4,
    order_no: 'PO4',
    status: 50,
    payable: 29_900,
    refund_rest: 29_900,
    is_refundable: true,
    labels: { member_id: '周诗涵' },
  };
  useToasts.setState({ toasts: [] });
  openDialog(payOrders, 'refund', { rows: [row], words });
  expect(await screen.findByText('给周诗涵退款')).toBeDefined();
  await waitFor(() => expect(document.querySelector<HTMLInputElement>('#field-amount')?.value).toBe('299.00'));
  fireEvent.change(document.getElementById('field-reason') as HTMLElement, { target: { value: '买错了' } });
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
  });
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['已给周诗涵退款 ¥299.00']),
  );
});

it('says below the fields what becomes of it and how it is taken back, but not where it is what takes back', async () => {
  const { entitlements } = await import('@kaike/shared/resources/commerce/entitlements');
  notes = ['2 位学员不能再学习'];
  const word = (key: string, params?: Record<string, unknown>): string =>
    params ? `${key} ${Object.values(params).join(' ')}` : key;
  const show = (definition: ResourceDefinition, name: string, preset?: Preset) =>
    openDialog(definition, name, { rows: [{ id: 5 }, { id: 6 }], preset, words: wordsOf(word, definition.name) });
  const lines = (): (string | null)[] => [...document.querySelectorAll('.kk-after li')].map((line) => line.textContent);
  const revoke = show(entitlements, 'revoke');
  await screen.findByText('2 位学员不能再学习');
  expect(document.querySelector('.kk-action .ant-modal-title')?.textContent).toMatch(/^kit\.sure Kit\.say\..* 2$/);
  expect(lines()).toEqual(['2 位学员不能再学习', 'kit.after.back restore']);
  const reason = document.getElementById('field-reason') as HTMLElement;
  const box = document.querySelector('.kk-after') as HTMLElement;
  expect(reason.compareDocumentPosition(box)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  revoke.unmount();
  notes = [];
  const stopping = show(members, 'update-status', { field: 'status', value: 2, state: 'stopped' });
  await waitFor(() => expect(lines()).toHaveLength(1));
  stopping.unmount();
  show(members, 'update-status', { field: 'status', value: 1, state: 'effective' });
  await waitFor(() => expect(document.getElementById('field-reason')).not.toBeNull());
  expect(lines()).toEqual([]);
});

const lastButton = (): HTMLButtonElement =>
  screen.getAllByRole<HTMLButtonElement>('button').at(-1) as HTMLButtonElement;
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const pressEnter = async (input: HTMLElement): Promise<void> =>
  act(async () => {
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
    fireEvent.keyUp(input, { key: 'Enter', keyCode: 13 });
  });

it('what cannot be undone waits for the number of many rows, however it is written', async () => {
  const { cards } = await import('@kaike/shared/resources/cards/cards');
  counted = 120;
  openDialog(cards, 'void', { rows: rowsOf(120) });
  await waitFor(() => expect(document.getElementById('typed-count')).not.toBeNull());
  const input = document.getElementById('typed-count') as HTMLElement;
  fireEvent.change(document.getElementById('field-reason') as HTMLElement, { target: { value: '印错了' } });
  expect(lastButton().disabled).toBe(true);
  fireEvent.change(input, { target: { value: '12' } });
  await pressEnter(input);
  expect([lastButton().disabled, keys]).toEqual([true, []]);
  for (const text of ['1,20', '120 ', '１２０']) expect(isCount(text, 120)).toBe(true);
  fireEvent.change(input, { target: { value: '１２０' } });
  await waitFor(() => expect(lastButton().disabled).toBe(false));
  await pressEnter(input);
  await waitFor(() => expect(keys).toHaveLength(1));
  expect(requests.at(-1)?.body).toMatchObject({ reason: '印错了' });
});

it.each([
  ['fewer rows', 'void', 99],
  ['what can be taken back', 'freeze', 120],
] as const)('no number is asked for with %s', async (_of, name, count) => {
  const { cards } = await import('@kaike/shared/resources/cards/cards');
  counted = count;
  openDialog(cards, name, { rows: rowsOf(count) });
  await waitFor(() => expect(lastButton().disabled).toBe(false));
  expect(document.getElementById('typed-count')).toBeNull();
});

it('the end of a contract waits for the name of the agency', async () => {
  const { agencies } = await import('@kaike/shared/resources/agencies/agencies');
  counted = 1;
  openDialog(agencies, 'end', { rows: [{ id: 3, name: '杭州西湖教育' }] });
  const input = document.getElementById('field-confirm_name') as HTMLElement;
  fireEvent.change(document.getElementById('field-reason') as HTMLElement, { target: { value: '解约' } });
  fireEvent.change(input, { target: { value: '杭州西湖' } });
  await waitFor(() => expect(requests).not.toEqual([]));
  expect(lastButton().disabled).toBe(true);
  fireEvent.change(input, { target: { value: ' 杭州西湖教育 ' } });
  await waitFor(() => expect(lastButton().disabled).toBe(false));
});
