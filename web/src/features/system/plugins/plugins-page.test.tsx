import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import words from 'virtual:locale/plugins';
import type { PluginBoundary, PluginEntry } from '@kaike/shared/contracts/system/plugins';
import { renderPage } from '../../../../test/render-page.tsx';
import { loadWording } from '../../../app/wording.ts';
import { PluginsPage } from './plugins.page.tsx';

const plugin: PluginEntry = {
  id: 'weekly-records',
  name: '每周学习报表',
  description: '每周一发送。',
  version: '1.0.0',
  author: '',
  state: 'on',
  updated_at: '2026-11-26T00:00:00Z',
  permissions: [{ name: 'admin.learning-records.list', text: '读取学习记录' }],
  hooks: [],
  routes: [],
  pages: [],
  jobs: [],
  has_tables: false,
  used_mb: 0,
  is_full: false,
  settings: [],
};

const boundary: PluginBoundary = { own_user: true, own_network: true, memory: true, closed_database: true };

type SentRequest = { method: string; path: string; body: unknown };
let sent: SentRequest[];

function answer(answers: Record<string, object>): void {
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(String(input), 'http://school.test').pathname.replace('/web-api', '');
    const method = init?.method ?? 'GET';
    sent.push({ method, path, body: init?.body ? JSON.parse(String(init.body)) : null });
    return Response.json(answers[`${method} ${path}`] ?? { _token: '1.x' });
  });
}

beforeEach(async () => {
  sent = [];
  await Promise.all([loadWording('admin'), words.load()]);
});
const show = (): void => {
  renderPage(<PluginsPage />);
};

it('shows what a plugin may do before it is installed, and installs what was shown', async () => {
  const offers = [{ path: '/kaike/plugins/weekly-records', name: '每周学习报表', is_installed: true }];
  const preview = { plugin, hash: 'h1', current: '0.9.0', added: ['admin.learning-records.list'], boundary };
  answer({
    'GET /admin/plugins': { plugins: [], may_install: true, offers, boundary },
    'POST /admin/plugin-packages/preview': preview,
    'POST /admin/plugin-packages': { plugin },
  });
  show();
  fireEvent.click(await screen.findByRole('button', { name: '每周学习报表（已安装）' }));
  const permission = (await screen.findByText('读取学习记录')).closest('li');
  expect(within(permission ?? document.body).getByText('新')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '同意并更新' }));
  await waitFor(() =>
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/admin/plugin-packages')?.body).toMatchObject(
      {
        source: '/kaike/plugins/weekly-records',
        hash: 'h1',
      },
    ),
  );
});

it('elsewhere offers neither installing nor removing, and names the commands', async () => {
  answer({ 'GET /admin/plugins': { plugins: [plugin], may_install: false, offers: [], boundary } });
  show();
  await screen.findByRole('heading', { name: '每周学习报表' });
  expect(screen.queryByRole('button', { name: '卸载' })).toBeNull();
  expect(screen.queryByRole('heading', { name: '安装插件' })).toBeNull();
  expect(screen.getByText(/npm run kaike -- plugin:install/)).toBeTruthy();
  expect(screen.getByRole('button', { name: '停用' })).toBeTruthy();
});

it('shows no secret, leaves one that is not entered again, and clears one on purpose', async () => {
  const setting: PluginEntry['settings'][number] = {
    key: 'api_key',
    label: '密钥',
    hint: null,
    kind: 'password',
    rules: 'max:100',
    choices: [],
    value: null,
    is_set: true,
  };
  const withSecret: PluginEntry = { ...plugin, settings: [setting] };
  answer({
    'GET /admin/plugins': { plugins: [withSecret], may_install: false, offers: [], boundary },
    'PUT /admin/plugins/weekly-records': { plugin: withSecret },
  });
  show();
  fireEvent.click(await screen.findByText('设置'));
  const saved = async (count: number) => {
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(count));
    return sent.findLast(({ method }) => method === 'PUT')?.body;
  };
  expect(screen.getByText('已保存，填写新的内容即可替换')).toBeTruthy();
  expect(await saved(1)).toMatchObject({ settings: { api_key: null } });
  await waitFor(() => expect(screen.getByRole('button', { name: '清除' })).toHaveProperty('disabled', false));
  fireEvent.click(screen.getByRole('button', { name: '清除' }));
  expect(screen.getByText('保存后清除')).toBeTruthy();
  expect(await saved(2)).toMatchObject({ settings: { api_key: '' } });
});

it('shows the values of a choice by their names', async () => {
  const language: PluginEntry['settings'][number] = {
    key: 'language',
    label: '报表语言',
    hint: null,
    kind: 'choice',
    rules: '',
    choices: [
      { value: 'zh-CN', key: 'zh-CN', label: '简体中文' },
      { value: 'en', key: 'en', label: 'English' },
    ],
    value: 'zh-CN',
    is_set: false,
  };
  answer({
    'GET /admin/plugins': { plugins: [{ ...plugin, settings: [language] }], may_install: false, offers: [], boundary },
  });
  show();
  fireEvent.click(await screen.findByText('设置'));
  expect(await screen.findByText('简体中文')).toBeTruthy();
});

it('says what this system keeps a plugin from, and what only the plugin itself keeps', async () => {
  const full: PluginEntry = { ...plugin, has_tables: true, used_mb: 1025, is_full: true };
  answer({
    'GET /admin/plugins': {
      plugins: [full],
      may_install: false,
      offers: [],
      boundary: { ...boundary, own_network: false, closed_database: false },
    },
  });
  show();
  expect(await screen.findByText('在系统中使用独立的账号，与服务器的文件和进程隔开')).toBeTruthy();
  expect(screen.getByText(/这台服务器无法隔离网络/)).toBeTruthy();
  expect(screen.getByText(/这个数据库无法隔离锁/)).toBeTruthy();
  expect(screen.getByText(/1025 MB/)).toBeTruthy();
});
