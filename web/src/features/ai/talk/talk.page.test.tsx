import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownChat, TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import type { TalkEvent } from '@kaike/shared/domain/ai/talk-events';
import talkWords from 'virtual:locale/talk';
import { loadWording, switchLocale } from '../../../app/wording.ts';
import { chatOf, shownOf, streamOf, streamText, talkMessageOf } from './session/talk-fixtures.ts';
import { TalkPage } from './talk.page.tsx';

const realFetch = globalThis.fetch;
const off = { provider: null, off: 'needs_service' } as const;
const settings: TalkSettings = {
  cefr: 'A1',
  capabilities: {
    chat: { provider: 'script', off: null },
    free_talk: off,
    read_text: { provider: 'browser', off: null },
    hear: off,
    translate: { provider: 'shipped', off: null },
    pron: { provider: null, off: 'needs_check' },
  },
  max_characters: 2000,
  voice: null,
  voice_consent: null,
  reading: null,
  minor: null,
  help_lines: [],
  daily_free_sec: 600,
  free_sec_today: 0,
};
const answer: TalkEvent[] = [
  { type: 'start', message_id: 3, member_message_id: 2, seq: 3, hold_sec: 20 },
  { type: 'message', from: 0, delta: 'Sure! For here or to go?' },
  { type: 'sentence', n: 1, from: 0, to: 24 },
  { type: 'goal', done: [0] },
  { type: 'usage', talk_sec: 5, charged_sec: 0, seconds_left: 595 },
  { type: 'done', status: 3, finish_reason: 'stop', chat_status: 1 },
];

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let routes: Record<string, (body: Record<string, unknown>) => Response | Promise<Response>>;
let shown: ShownChat;

beforeEach(async () => {
  await Promise.all([talkWords.load(), loadWording('home')]);
  shown = shownOf();
  routes = {
    'GET /home/ai-settings': () => json(settings),
    'GET /home/ai-chats/7': () => json(shown),
    'POST /home/ai-chats/7/take-over': () => json({ ...shown, chat: { ...shown.chat, held_by: null } }),
    'GET /open/token': () => json({ _token: 't' }),
  };
  globalThis.fetch = async (input, init) => {
    const path = new URL(String(input), 'http://school').pathname.replace(/^\/web-api/, '');
    const route = routes[`${init?.method ?? 'GET'} ${path}`];
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    return route ? route(body) : json({}, 404);
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

async function openPage(): Promise<HTMLElement> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: '/home/ai-teacher/talks/:id', element: <TalkPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/home/ai-teacher/talks/7'] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return screen.findByRole('heading', { level: 1 });
}

async function say(text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: '您的回答' });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

it('a turn: the reply with its label, the goal with its tick, and what it cost', async () => {
  routes['POST /home/ai-messages'] = () => streamOf([streamText(3, answer)]);
  await openPage();
  await screen.findByText(/请打字回答/);
  await say('A latte, please.');
  await screen.findByText('这一轮用了 5 秒（免费）');
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(lines.some((line) => line.includes('A latte, please.'))).toBe(true);
  expect(lines.find((line) => line.includes('For here or to go?'))).toContain('预设对话');
  expect(screen.getByRole('list', { name: '对话目标' }).textContent).toContain('点一杯饮料 已达成');
  expect(screen.getByText('Sure! For here or to go?', { selector: '[role=status]' })).toBeTruthy();
  expect(screen.getByText(/剩余 10 分钟/)).toBeTruthy();
});

it('a line that is sent before the talk is open goes as soon as it is', async () => {
  routes['POST /home/ai-messages'] = () => streamOf([streamText(3, answer)]);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  routes['POST /home/ai-chats/7/take-over'] = async () => {
    await held;
    return json({ ...shown, chat: { ...shown.chat, held_by: null } });
  };
  await openPage();
  await say('A latte, please.');
  expect(screen.queryByText('A latte, please.', { selector: 'p' })).toBeNull();
  release();
  expect(await screen.findByText('这一轮用了 5 秒（免费）')).toBeTruthy();
});

it('Enter that chooses a word of an input method sends nothing, in Safari too', async () => {
  await openPage();
  const field = await screen.findByRole('textbox', { name: '您的回答' });
  fireEvent.change(field, { target: { value: 'wo xiang' } });
  // Safari ends the composition before this key: only its code tells.
  for (const key of [{ isComposing: true }, { keyCode: 229 }]) fireEvent.keyDown(field, { key: 'Enter', ...key });
  expect((field as HTMLTextAreaElement).value).toBe('wo xiang');
});

it('a refusal keeps what was typed and shows the way out', async () => {
  routes['POST /home/ai-messages'] = () => json({ code: 'ai.balance_over', message: 'AI 时长不足' }, 409);
  await openPage();
  await say('A latte, please.');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('时长用完了');
  expect(within(alert).getByRole('link', { name: '激活学习卡' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '您的回答' }).value).toBe('A latte, please.'),
  );
});

it('another try of a reply that came too soon can be made again', async () => {
  shown = shownOf({
    messages: [
      talkMessageOf({}),
      talkMessageOf({ id: 2, seq: 2, role: 'member', content: 'Hello' }),
      talkMessageOf({ id: 3, seq: 3, reply_to: 2, status: 5, content: 'Sure! For' }),
    ],
  });
  routes['POST /home/ai-messages/3/retry'] = () => json({ message: '操作太快' }, 429);
  await openPage();
  fireEvent.click(await screen.findByRole('button', { name: '重说' }));
  const again = await screen.findByRole('button', { name: '重新发送' });
  routes['POST /home/ai-messages/3/retry'] = () => streamOf([streamText(3, answer)]);
  fireEvent.click(again);
  expect(await screen.findByText('这一轮用了 5 秒（免费）')).toBeTruthy();
});

it('a talk on another device is taken over only when the learner says so', async () => {
  shown = shownOf({ chat: chatOf({ held_by: 'iPhone' }) });
  await openPage();
  expect(await screen.findByText(/正在“iPhone”上进行/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '接过来' }));
  await waitFor(() => expect(screen.queryByText(/正在“iPhone”上进行/)).toBeNull());
});

it('a tap on a word explains it and puts it into the book, a tap on the line translates it', async () => {
  const words: unknown[] = [];
  routes['POST /home/ai-messages/explain'] = ({ at }) =>
    json({
      word: 'get',
      lemma: 'get',
      gloss: `得到 ${String(at)}`,
      sentence: 'What can I get for you?',
      word_id: null,
    });
  routes['POST /home/ai-words'] = (body) => {
    words.push(body);
    return json({ word: { id: 9 } });
  };
  routes['POST /home/ai-messages/translate'] = () => json({ message_id: 1, text: '您好，想喝点什么？' });
  await openPage();
  fireEvent.click(await screen.findByRole('button', { name: 'get' }));
  expect(await screen.findByText('得到 21')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '加入生词本' }));
  await screen.findByRole('button', { name: '移出生词本' });
  expect(words).toEqual([{ text: 'get', message_id: 1 }]);
  fireEvent.click(screen.getByRole('button', { name: '看译文' }));
  expect(await screen.findByText('您好，想喝点什么？')).toBeTruthy();
});

it('the hint comes in two steps, and its sentence goes into the field', async () => {
  routes['POST /home/ai-messages/1/hint'] = () =>
    json({ task: '点一杯拿铁', task_en: 'Order a latte', model: { en: 'A latte, please.', zh: '一杯拿铁。' } });
  await openPage();
  fireEvent.click(await screen.findByRole('button', { name: '提示' }));
  expect(await screen.findByText('点一杯拿铁')).toBeTruthy();
  expect(screen.queryByText('A latte, please.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '看参考句' }));
  fireEvent.click(screen.getByRole('button', { name: '填入回答' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '您的回答' }).value).toBe('A latte, please.');
});

it.each([
  ['Order a latte', 'Order a latte'],
  // A scene that a school wrote in Chinese only.
  ['', '点一杯拿铁'],
])('a reader of English gets the hint in English where there is one: %j', async (english, shown) => {
  routes['POST /home/ai-messages/1/hint'] = () =>
    json({ task: '点一杯拿铁', task_en: english, model: { en: 'A latte, please.', zh: '一杯拿铁。' } });
  await openPage();
  await act(() => switchLocale('en'));
  fireEvent.click(await screen.findByRole('button', { name: 'Hint' }));
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByText(english === '' ? 'Order a latte' : '点一杯拿铁')).toBeNull();
  await act(() => switchLocale('zh-CN'));
  expect(await screen.findByText('点一杯拿铁')).toBeTruthy();
});

it('an ended talk leads to its report, and a broken reply says so', async () => {
  shown = shownOf({ chat: chatOf({ status: 2 }), messages: [talkMessageOf({ status: 5, content: 'Sure! For' })] });
  await openPage();
  expect(await screen.findByRole('link', { name: '看报告' })).toBeTruthy();
  expect(screen.getByText('没说完')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('words that did not pass get a neutral card; HTML in a reply stays text', async () => {
  const reply = (delta: string, reason: 'stop' | 'refused'): TalkEvent[] => [
    { type: 'start', message_id: 3, member_message_id: 2, seq: 3, hold_sec: 0 },
    ...(delta ? [{ type: 'message', from: 0, delta } as const] : []),
    { type: 'done', status: delta ? 3 : 6, finish_reason: reason, chat_status: 1 },
  ];
  routes['POST /home/ai-messages'] = () => streamOf([streamText(3, reply('', 'refused'))]);
  await openPage();
  await say('Something rude');
  expect(await screen.findByText(/未通过内容检查，没有发给外教/)).toBeTruthy();
  expect(screen.getByText('未发送')).toBeTruthy();
  const html = '<img src=x onerror="alert(1)"><b>Hi</b> [link](https://example.com)';
  routes['POST /home/ai-messages'] = () => streamOf([streamText(3, reply(html, 'stop'))]);
  await say('Hello');
  await waitFor(() => expect(document.body.textContent?.replaceAll(/\s+/g, ' ')).toContain(html));
  expect(document.querySelector('ol img, ol b, ol a')).toBeNull();
});

it('a learner in need gets words of people and the school’s help lines, and a blocked talk says whom to ask', async () => {
  routes['GET /home/ai-settings'] = () => json({ ...settings, help_lines: ['心理援助 000-0000'] });
  shown = shownOf({
    chat: chatOf({ status: 4 }),
    messages: [talkMessageOf({ status: 6, content: '', finish_reason: 'care' })],
  });
  await openPage();
  expect((await screen.findByRole('alert')).textContent).toContain('告诉一位您信任的大人');
  expect(await screen.findByText('心理援助 000-0000')).toBeTruthy();
  expect(screen.getByText(/如有疑问，请联系学校/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: '看报告' })).toBeNull();
});

it('what is copied of a machine’s lines says so, of scripted ones not', async () => {
  shown = shownOf({ chat: chatOf({ provider: 'vendor' }), messages: [talkMessageOf({ is_scripted: false })] });
  await openPage();
  const copied: string[] = [];
  document.getSelection = () => ({ toString: () => 'Hi there!' }) as Selection;
  const line = (await screen.findAllByText('AI 生成'))[0];
  fireEvent.copy(line ?? document.body, {
    clipboardData: { setData: (_type: string, text: string) => copied.push(text) },
  });
  Reflect.deleteProperty(document, 'getSelection');
  expect(copied).toEqual(['Hi there!\n（以上含 AI 生成的内容）']);
});
