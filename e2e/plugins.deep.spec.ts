import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guestBookIn } from '../server/test/plugins/guest-book.ts';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { ownServer } from './support/server.ts';

const root = new URL('..', import.meta.url).pathname;
let member: Visitor;
let folder: string;

/** A console command beside the running server. */
const kaike = (...args: string[]): string =>
  execFileSync(process.execPath, ['dist/server/kaike.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...ownServer().environment },
  });

/** Counts the datagrams that arrive on this machine until its own. */
async function listenForDatagrams() {
  const socket = createSocket('udp4');
  const texts: string[] = [];
  socket.on('message', (bytes) => texts.push(String(bytes)));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return {
    port,
    /** Everything that arrived before a datagram that leaves now. */
    end: async () => {
      const last = once(socket, 'message');
      socket.send('end', port, '127.0.0.1');
      if (texts.length === 0) await last;
      await expect.poll(() => texts.at(-1)).toBe('end');
      socket.close();
      return texts.slice(0, -1);
    },
  };
}

/** A plugin whose page calls out by WebRTC, itself and from a frame within it. */
function writeCalling(port: number): string {
  const source = join(folder, 'calling');
  const words = { 'zh-CN': '外呼插件' };
  const pages = [{ area: 'home', name: 'calls', title: { 'zh-CN': 'calls' }, module: 'web/calls.mjs', in_menu: true }];
  mkdirSync(join(source, 'web'), { recursive: true });
  writeFileSync(
    join(source, 'plugin.json'),
    JSON.stringify({ id: 'calling', version: '1.0.0', kaike: '^1', name: words, description: words, pages }),
  );
  const call = `async (Peer) => {
    if (!Peer) return 'closed';
    const peer = new Peer({ iceServers: [{ urls: 'turn:127.0.0.1:${port}', username: 'secret', credential: 'x' }] });
    peer.createDataChannel('x');
    const sent = new Promise((resolve) => { peer.onicecandidateerror = resolve; peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve(); });
    await peer.setLocalDescription(await peer.createOffer());
    await sent;
    return 'called';
  }`;
  writeFileSync(
    join(source, 'web/inner.js'),
    `(${call})(window.RTCPeerConnection).then((text) => parent.postMessage(text, '*'));`,
  );
  writeFileSync(
    join(source, 'web/calls.mjs'),
    `export async function mount(root) {
      const own = [await (${call})(window.RTCPeerConnection), await (${call})(window.webkitRTCPeerConnection)];
      const inner = document.createElement('iframe');
      inner.srcdoc = '<script src="' + new URL('inner.js', import.meta.url).href + '"></scr' + 'ipt>';
      const loaded = new Promise((resolve) => { inner.onload = resolve; });
      let answer = 'silent';
      window.addEventListener('message', ({ data, source }) => { if (source === inner.contentWindow) answer = data; });
      root.append(inner);
      await loaded;
      root.append([...own, answer].join(' '));
    }`,
  );
  return source;
}

/** A plugin whose page and route fail in the worst ways. */
function writeBroken(): string {
  const source = join(folder, 'broken');
  const words = { 'zh-CN': '坏插件' };
  const page = (name: string) => ({
    area: 'home',
    name,
    title: { 'zh-CN': name },
    module: `web/${name}.mjs`,
    in_menu: true,
  });
  mkdirSync(join(source, 'web'), { recursive: true });
  writeFileSync(
    join(source, 'plugin.json'),
    JSON.stringify({
      id: 'broken',
      version: '1.0.0',
      kaike: '^1',
      name: words,
      description: words,
      pages: ['throws', 'reaches'].map(page),
    }),
  );
  writeFileSync(join(source, 'web/throws.mjs'), "export function mount() { throw new Error('broken'); }");
  // What a page of others must not have: the session, the document around it, the core's routes, other hosts.
  writeFileSync(
    join(source, 'web/reaches.mjs'),
    `export async function mount(root) {
      const attempt = async (work) => { try { return String(await work()); } catch (error) { return 'refused'; } };
      root.textContent = [
        await attempt(() => document.cookie),
        await attempt(() => localStorage.length),
        await attempt(() => parent.document.title),
        await attempt(async () => (await fetch('/web-api/open/user')).status),
        await attempt(async () => (await fetch('https://example.com')).status),
      ].join(' ');
    }`,
  );
  return source;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-plugins-e2e-'));
  // Without the header that tells visitors apart: a frame without an origin may not add it to its requests.
  member = await newVisitor({ size: phone, isLocal: true });
  await registerMember(member.page, '13900030177');
});
afterAll(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});

it('a learner checks in on a phone, with the plugin installed beside the running server', async () => {
  expect(kaike('plugin:install', join(root, 'plugins/check-in'), '--yes')).toContain('Installed check-in 1.1.0.');
  const { page } = member;
  await page.goto(`${ownServer().url}/home/personage/index`);
  await page.getByRole('link', { name: '学习打卡' }).click();
  const frame = page.frameLocator('iframe[title="学习打卡"]');
  await frame.getByRole('button', { name: '今天打卡' }).click();
  await frame.getByRole('button', { name: '今天已打卡' }).waitFor();
  await frame.getByText('连续 1 天', { exact: true }).waitFor();
  await page.getByText('今天已打卡').first().waitFor();
  await frame
    .getByRole('button', { name: /^补打卡/ })
    .first()
    .click();
  await frame.getByText('连续 2 天', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await picture(page, 'plugin-check-in');
  expect(await faultsOf(page)).toEqual([]);
});

it('a page that throws says so and leaves the others alone; one that looks around finds nothing', async () => {
  kaike('plugin:install', writeBroken(), '--yes');
  const { page } = member;
  await page.goto(`${ownServer().url}/home/plugins/broken/throws`);
  await page.getByText('这个页面出错了').waitFor();
  await page.getByRole('link', { name: '我的' }).click();
  await page.getByRole('link', { name: 'reaches' }).click();
  const frame = page.frameLocator('iframe[title="reaches"]');
  await frame.getByText('refused refused refused refused refused').waitFor();
});

it('a page has no connection by WebRTC, and a frame within it runs no script that would', async () => {
  const datagrams = await listenForDatagrams();
  kaike('plugin:install', writeCalling(datagrams.port), '--yes');
  const { page } = member;
  await page.goto(`${ownServer().url}/home/plugins/calling/calls`);
  await page.frameLocator('iframe[title="calls"]').getByText('closed closed silent').waitFor();
  expect(await datagrams.end()).toEqual([]);
});

it('the guest book of the document for authors works as it is written', async () => {
  const source = join(folder, 'guest-book');
  for (const [path, content] of Object.entries(guestBookIn('plugins.md'))) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), content);
  }
  kaike('plugin:install', source, '--yes');
  const { page } = member;
  await page.goto(`${ownServer().url}/home/personage/index`);
  await page.getByRole('link', { name: '留言簿' }).click();
  const frame = page.frameLocator('iframe[title="留言簿"]');
  await frame.getByRole('textbox').fill('老师好');
  await frame.getByRole('button', { name: 'OK' }).click();
  await frame.getByRole('listitem').filter({ hasText: '老师好' }).waitFor();
});

it('an administrator makes a badge in the list that the plugin declares, and the learner sees it', async () => {
  const { page } = await newVisitor();
  await logInAsAdmin(page);
  await page.goto(`${ownServer().url}/admin/plugins/check-in/badges`);
  await page.getByRole('row', { name: /小有恒心/ }).waitFor();
  await picture(page, 'plugin-resource');
  await page.getByRole('button', { name: '新建打卡徽章' }).click();
  // The list has a search by name and a filter by days behind it.
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: '名称' }).fill('开个好头');
  await form.getByLabel('连续天数').fill('2');
  await picture(page, 'plugin-resource-form');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  // The record opens beside the list.
  await page.getByText(/^打卡徽章 #\d+$/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await member.page.goto(`${ownServer().url}/home/plugins/check-in/calendar`);
  await member.page.frameLocator('iframe[title="学习打卡"]').getByText('开个好头').waitFor();
});

it('an administrator switches it off: its pages are gone, and its data is there when it is back', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  await admin.page.goto(`${ownServer().url}/admin/plugins`);
  const card = admin.page.getByRole('region', { name: '学习打卡' });
  await picture(admin.page, 'plugins-admin');
  await card.getByRole('button', { name: '停用' }).click();
  await card.getByText('已停用').waitFor();
  await member.page.goto(`${ownServer().url}/home/plugins/check-in/calendar`);
  await member.page.getByText('您访问的页面不存在').waitFor();
  await card.getByRole('button', { name: '启用' }).click();
  await card.getByText('运行中').waitFor();
  await member.page.reload();
  await member.page.frameLocator('iframe[title="学习打卡"]').getByText('连续 2 天', { exact: true }).waitFor();
});
