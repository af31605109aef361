import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import levelWords from 'virtual:locale/level';
import memoryWords from 'virtual:locale/memory';
import cardWords from 'virtual:locale/sentence_cards';
import talkWords from 'virtual:locale/talk';
import { loadWording, switchLocale } from '../../../app/wording.ts';
import { chatOf, person } from './session/talk-fixtures.ts';
import { ReportPage } from './report.page.tsx';
import { SavedLinesPage } from './saved-lines.page.tsx';
import { TalksPage } from './talks.page.tsx';
import { TeacherHomePage } from './teacher-home.page.tsx';
import { WordsPage } from './words.page.tsx';

const realFetch = globalThis.fetch;
const at = '2026-11-23T08:00:00.000Z';
const off = { provider: null, off: 'needs_service' };
const script = { provider: 'script', off: null };
const browser = { provider: 'browser', off: null };

type RequestRecord = { method: string; path: string; body: unknown };
let sent: RequestRecord[];
let routes: Record<string, unknown>;

beforeEach(async () => {
  await Promise.all([talkWords.load(), cardWords.load(), memoryWords.load(), levelWords.load(), loadWording('home')]);
  sent = [];
  routes = {
    'GET /open/token': { _token: 't' },
    'GET /home/ai-settings': {
      cefr: 'A1',
      capabilities: {
        chat: script,
        free_talk: off,
        read_text: browser,
        hear: browser,
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
      free_sec_today: 300,
    },
    'GET /home/ai-seconds': { seconds_left: 2640, seconds_held: 0, free_sec_today: 300, can_buy: true, entries: [] },
    'GET /home/ai-peoples': { peoples: [person], adults_only: 0 },
    'GET /home/ai-level': {
      estimate: { level: 'B1', low: 'A2+', high: 'B1+', talks: 6 },
      talks_missing: 0,
      chosen: null,
    },
    'GET /home/ai-memories': {
      state: 'needs_consent',
      recipient: 'deepseek',
      name: 'DeepSeek',
      granted_at: null,
      is_answered: false,
      memories: [],
    },
    'GET /home/ai-progress': {
      talks: 2,
      talk_sec: 480,
      words: { total: 9, due: 2 },
    },
  };
  globalThis.fetch = async (input, init) => {
    const path = new URL(String(input), 'http://school').pathname.replace(/^\/web-api/, '');
    const method = init?.method ?? 'GET';
    if (method !== 'GET') sent.push({ method, path, body: JSON.parse(String(init?.body)) as unknown });
    const answer = routes[`${method} ${path}`];
    return new Response(JSON.stringify(answer ?? {}), {
      status: answer ? 200 : 404,
      headers: { 'content-type': 'application/json' },
    });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

function openPage(Page: ComponentType, path: string, at_address: string): { pathname: () => string } {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path, element: <Page /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at_address] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { pathname: () => router.state.location.pathname };
}

const scene = {
  picture: 'cafe',
  template_id: 3,
  name: '咖啡馆点单',
  is_free: false,
  user_role: 'a customer',
  ai_role: 'a barista',
  place: 'a small cafe',
  minutes: 6,
  goals: [
    { text: 'Order a drink', zh: '点一杯饮料' },
    { text: 'Pay', zh: '付款' },
  ],
  phrases: [],
  vocabulary: [],
  intro: { en: 'You are at the counter.', zh: '您在柜台前。' },
  best: 1,
  active_chat: null,
};

it('home shows what is left, what is off and why, and starts a scene', async () => {
  routes['GET /home/ai-scenes'] = { scenes: [scene] };
  routes['POST /home/ai-chats'] = { chat: chatOf(), messages: [], seconds_left: 2640, is_resumed: false };
  const page = openPage(TeacherHomePage, '/home/ai-teacher', '/home/ai-teacher');
  expect(await screen.findByText(/剩余 44 分钟/)).toBeTruthy();
  expect(await screen.findByText('今天还可免费 5 分钟')).toBeTruthy();
  expect(await screen.findByText(/最好成绩 1\/2/)).toBeTruthy();
  expect(screen.getByText('自由对话').closest('li')?.textContent).toContain('需要接入外部服务');
  expect(screen.getByText('语音输入').closest('li')?.textContent).toContain('请打字回答');
  expect(await screen.findByText('今天有 2 个词要复习')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /咖啡馆点单/ }));
  expect(await screen.findByText('您在柜台前。')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '开始对话' }));
  await waitFor(() => expect(page.pathname()).toBe('/home/ai-teacher/talks/7'));
  expect(sent.find(({ path }) => path === '/home/ai-chats')?.body).toMatchObject({
    people_id: 1,
    template_id: 3,
    cefr: 'A1',
  });
});

it('home shows the estimated level as such, and takes another one', async () => {
  routes['GET /home/ai-scenes'] = { scenes: [scene] };
  routes['PUT /home/ai-level'] = { estimate: null, talks_missing: 2, chosen: 'B2' };
  openPage(TeacherHomePage, '/home/ai-teacher', '/home/ai-teacher');
  const heading = await screen.findByText('您的等级');
  const card = heading.closest('section');
  expect(card?.textContent).toContain('B1 左右 参考');
  expect(card?.textContent).toContain('在 A2+ 到 B1+ 之间，依据 6 次对话');
  fireEvent.click(screen.getByRole('button', { name: '手动设置等级' }));
  fireEvent.change(screen.getByRole('combobox', { name: '等级' }), { target: { value: 'B2' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(card?.textContent).toContain('B2 手动设置'));
  expect(card?.textContent).toContain('再聊 2 次场景对话，就能估计您的等级。');
  expect(sent.find(({ path }) => path === '/home/ai-level')?.body).toEqual({ level: 'B2' });
  expect(screen.getByRole('button', { name: '恢复自动估计' })).toBeTruthy();
});

const bookWord = {
  id: 5,
  lemma: 'barista',
  language: 'en',
  kind: 'word',
  gloss: '咖啡师',
  gloss_en: '',
  sentence: 'The barista smiles.',
  message_id: null,
  state: 0,
  due_at: at,
  intervals: [60, 600, 86_400, 345_600],
  created_at: at,
};

it('a word is reviewed by keys: the space bar opens it, a digit rates it once', async () => {
  routes['GET /home/ai-words'] = { data: [bookWord], due_count: 1, current_page: 1, has_more: false };
  routes['POST /home/ai-words/5/review'] = { word: bookWord, due_count: 0 };
  openPage(WordsPage, '/home/ai-teacher/words', '/home/ai-teacher/words');
  expect((await screen.findAllByText('barista')).length).toBeGreaterThan(0);
  fireEvent.keyDown(window, { key: '3' });
  expect(sent).toEqual([]);
  fireEvent.keyDown(window, { key: ' ' });
  expect(await screen.findByText('The barista smiles.')).toBeTruthy();
  expect(screen.getByText('已到期')).toBeTruthy();
  const rated = { ...bookWord, due_at: '2999-01-01T00:00:00.000Z' };
  routes['GET /home/ai-words'] = { data: [rated], due_count: 0, current_page: 1, has_more: false };
  fireEvent.keyDown(window, { key: '3' });
  fireEvent.keyDown(window, { key: '3' });
  expect(await screen.findByText('今天复习了 1 个词。')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('已到期')).toBeNull());
  expect(sent.map(({ body }) => body)).toMatchObject([{ rating: 3 }]);
});

const row = {
  id: 7,
  people_id: 1,
  people_name: 'Mia',
  people_avatar: null,
  template_id: 3,
  title: '咖啡馆点单',
  cefr: 'A1',
  status: 2,
  turns: 5,
  goal_count: 3,
  goals_done: 3,
  talk_sec: 95,
  charged_sec: 95,
  rating: null,
  started_at: at,
  ended_at: at,
};

it('Chinese is marked as such, and comes after a tap for whoever wants to do without', async () => {
  routes['GET /home/ai-scenes'] = { scenes: [] };
  routes['GET /home/ai-words'] = { data: [bookWord], due_count: 0, current_page: 1, has_more: false };
  await act(() => switchLocale('en'));
  openPage(WordsPage, '/home/ai-teacher/words', '/home/ai-teacher/words');
  expect((await screen.findByText('咖啡师')).lang).toBe('zh-CN');
  cleanup();
  openPage(TeacherHomePage, '/home/ai-teacher', '/home/ai-teacher');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Show meanings and second lines in Chinese at once' }));
  cleanup();
  openPage(WordsPage, '/home/ai-teacher/words', '/home/ai-teacher/words');
  const show = await screen.findByRole('button', { name: 'Show Chinese' });
  expect(screen.queryByText('咖啡师')).toBeNull();
  fireEvent.click(show);
  expect(screen.getByText('咖啡师')).toBeTruthy();
  cleanup();
  openPage(TeacherHomePage, '/home/ai-teacher', '/home/ai-teacher');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Show meanings and second lines in Chinese at once' }));
  await act(() => switchLocale('zh-TW'));
  cleanup();
  openPage(WordsPage, '/home/ai-teacher/words', '/home/ai-teacher/words');
  expect((await screen.findByText('咖啡师')).lang).toBe('zh-TW');
  await act(() => switchLocale('zh-CN'));
});

it('a talk is deleted only after a second word', async () => {
  routes['GET /home/ai-chats'] = { data: [row], current_page: 1, has_more: false };
  routes['DELETE /home/ai-chats/7'] = {};
  openPage(TalksPage, '/home/ai-teacher/talks', '/home/ai-teacher/talks');
  fireEvent.click(await screen.findByRole('button', { name: '删除' }));
  expect(await screen.findByText(/此操作不能撤销/)).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '删除对话' }));
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/home/ai-chats/7']));
});

it('the report counts, says what could be said instead, keeps words and takes a rating', async () => {
  const chat = chatOf({ status: 2 });
  routes['GET /home/ai-chats/7/report'] = {
    state: 'ready',
    chat,
    report: {
      turns: 5,
      member_words: 42,
      unique_words: 30,
      talk_sec: 95,
      charged_sec: 80,
      hints: 1,
      goals: [{ text: 'Order a drink', zh: '点一杯饮料', is_done: true }],
      well: [{ message_id: 2, sentence: 'Could I have a latte, please?', better: null }],
      practise: [
        { message_id: 6, sentence: 'Out.', better: { en: 'To take away, please.', zh: '我要带走。' } },
        { message_id: 4, sentence: 'I want go', better: { en: 'I want to go', zh: '' } },
      ],
      mistakes: [
        { code: 'ai_word', times: 1, from: 0, to: 5, span: 'heavy', fix: 'bad', reason: { zh: '不形容天气', en: '' } },
      ],
      sentences: [{ message_id: 4, wrong: 'I want go', right: 'I want to go', is_kept: false }],
      words: [{ text: 'barista', zh: '咖啡师' }],
      words_minute: 96,
    },
    summary: { state: 'ready', summary: '您点了一杯咖啡。', advice: '练习还价。' },
  };
  routes['POST /home/ai-words'] = { word: bookWord };
  routes['POST /home/ai-words/sentences'] = { word: bookWord };
  routes['POST /home/ai-chats/7/rate'] = { chat: { ...chat, rating: 4 } };
  openPage(ReportPage, '/home/ai-teacher/talks/:id/report', '/home/ai-teacher/talks/7/report');
  expect(await screen.findByText('To take away, please.')).toBeTruthy();
  expect(screen.getByText('42')).toBeTruthy();
  expect(screen.getByText('96').parentElement?.textContent).toContain('词每分钟（口语）');
  expect(screen.getByText('您点了一杯咖啡。')).toBeTruthy();
  expect(screen.getByText('总结和建议由 AI 根据对话内容生成，可能有误。')).toBeTruthy();
  // The words of marks come after the page's own.
  await waitFor(() => expect(screen.getByText('不形容天气').textContent).toBe('不形容天气AI 生成'));
  // A corrected sentence stands once, as the card to keep.
  expect(screen.getAllByText('I want to go')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '加入生词本' }));
  expect(await screen.findByText('已加入')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '加入复习：I want to go' }));
  expect(await screen.findByText('已加入复习')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '4 分' }));
  await waitFor(() => expect(screen.getByRole('button', { name: '4 分' }).getAttribute('aria-pressed')).toBe('true'));
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'barista', chat_id: 7 }, { message_id: 4 }, { rating: 4 }]);
});

it('who has only free seconds reads of them first, not that nothing is left', async () => {
  routes['GET /home/ai-scenes'] = { scenes: [scene] };
  routes['GET /home/ai-seconds'] = { ...(routes['GET /home/ai-seconds'] as object), seconds_left: 0 };
  openPage(TeacherHomePage, '/home/ai-teacher', '/home/ai-teacher');
  expect((await screen.findByText('今天还可免费 5 分钟')).tagName).toBe('STRONG');
  expect(screen.queryByText('没有剩余时长')).toBeNull();
});

it.each([
  [false, []],
  [true, ['/home/products']],
])('who has no time reads so before a talk starts, and what helps (sold: %s)', async (canBuy, shop) => {
  routes['GET /home/ai-scenes'] = { scenes: [scene] };
  routes['GET /home/ai-seconds'] = {
    seconds_left: 0,
    seconds_held: 0,
    free_sec_today: 0,
    can_buy: canBuy,
    entries: [],
  };
  openPage(TeacherHomePage, '/home/ai-teacher', '/home/ai-teacher');
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(scene.name) }));
  const sheet = within(await screen.findByRole('dialog', { name: scene.name }));
  expect(await sheet.findByText('没有剩余时长')).toBeTruthy();
  expect(sheet.getByRole<HTMLButtonElement>('button', { name: '开始对话' }).disabled).toBe(true);
  expect(sheet.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/home/cards/use-card',
    ...shop,
  ]);
});

it('an empty book is not a finished review', async () => {
  routes['GET /home/ai-words'] = { data: [], due_count: 0, current_page: 1, has_more: false };
  routes['GET /home/ai-progress'] = {
    ...(routes['GET /home/ai-progress'] as object),
    words: { total: 0, due: 0 },
  };
  openPage(WordsPage, '/home/ai-teacher/words', '/home/ai-teacher/words');
  expect(await screen.findByText('生词本还是空的')).toBeTruthy();
  expect(screen.queryByText('今天的复习完成了')).toBeNull();
});

it('saved lines lead to their talk, and one that is dropped by mistake is kept again', async () => {
  const line = { id: 5, chat_id: 7, content: 'Here you are.', translation: '给您。', is_scripted: false };
  const about = { title: '咖啡馆', people_name: 'Mia', language: 'en', created_at: '2026-01-05T08:00:00Z' };
  routes['GET /home/ai-saved-lines'] = { data: [{ ...line, ...about }], has_more: false };
  routes['PUT /home/ai-messages/5'] = { reply: {} };
  openPage(SavedLinesPage, '/home/ai-teacher/saved', '/home/ai-teacher/saved');
  expect((await screen.findByText('Here you are.')).lang).toBe('en');
  expect(screen.getByText(/AI 生成/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '查看对话' }).getAttribute('href')).toBe('/home/ai-teacher/talks/7');
  fireEvent.click(screen.getByRole('button', { name: '取消收藏' }));
  fireEvent.click(await screen.findByRole('button', { name: '收藏' }));
  expect(await screen.findByRole('button', { name: '取消收藏' })).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ saved: false }, { saved: true }]);
});

it('the report of a talk that goes on leads back to it', async () => {
  routes['GET /home/ai-chats/7/report'] = {
    state: 'none',
    chat: chatOf(),
    report: null,
    summary: { state: 'none', summary: '', advice: '' },
  };
  openPage(ReportPage, '/home/ai-teacher/talks/:id/report', '/home/ai-teacher/talks/7/report');
  expect((await screen.findByRole('link', { name: '继续对话' })).getAttribute('href')).toBe('/home/ai-teacher/talks/7');
});

it('history exports everything as data', async () => {
  routes['GET /home/ai-chats'] = {
    data: [
      {
        id: 7,
        people_id: 1,
        people_name: 'Mia',
        people_avatar: null,
        template_id: 3,
        title: '咖啡馆点单',
        cefr: 'A1',
        status: 2,
        turns: 3,
        goal_count: 3,
        goals_done: 1,
        talk_sec: 60,
        charged_sec: 60,
        rating: null,
        started_at: at,
        ended_at: at,
      },
    ],
    current_page: 1,
    has_more: false,
  };
  routes['GET /home/ai-export'] = {
    chats: [{ id: 7, messages: [{ is_ai_generated: true }] }],
    words: [],
    has_more: false,
  };
  const saved: Blob[] = [];
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:x';
  };
  openPage(TalksPage, '/home/ai-teacher/talks', '/home/ai-teacher/talks');
  fireEvent.click(await screen.findByRole('button', { name: '导出全部数据' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({ chats: [{ id: 7 }], words: [] });
  URL.createObjectURL = make;
});
