import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, 'public/early.js'), 'utf8');
const added: readonly (readonly [owner: object, name: string])[] = [
  [Array.prototype, 'at'],
  [String.prototype, 'at'],
  [Array.prototype, 'findLastIndex'],
  [Array.prototype, 'findLast'],
  [Array.prototype, 'toSorted'],
  [Array.prototype, 'toReversed'],
  [Object, 'hasOwn'],
];

function results(): unknown[] {
  const numbers = [3, 10, 2];
  const isOdd = (value: number): boolean => value % 2 === 1;
  const isMissing = (value: number): boolean => value > 99;
  return [
    [0, -1, 2, 3, -4, 1.7, Number.NaN].map((index) => numbers.at(index)),
    ['abc'.at(-1), 'abc'.at(0), 'abc'.at(5)],
    [
      numbers.findLast(isOdd),
      numbers.findLast(isMissing),
      numbers.findLastIndex(isOdd),
      numbers.findLastIndex(isMissing),
    ],
    [numbers.toSorted(), numbers.toSorted((a, b) => a - b), numbers.toReversed(), numbers],
    [Object.hasOwn({ a: undefined }, 'a'), Object.hasOwn({}, 'toString')],
    Object.keys([]),
  ];
}

it('gives older browsers the methods that pages use', () => {
  const expected = results();
  const originals = added.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  try {
    for (const [owner, name] of added) Reflect.deleteProperty(owner, name);
    runScript();
    expect(results()).toEqual(expected);
  } finally {
    for (const [index, [owner, name]] of added.entries())
      Object.defineProperty(owner, name, originals[index] ?? { value: undefined });
  }
});

it('requests the first answers of the page as the app would, in the language of the cookie', async () => {
  const send = vi.fn<(url: string, init: { headers: Record<string, string> }) => Promise<Response>>(async () =>
    Response.json({}),
  );
  vi.stubGlobal('fetch', send);
  const { lang } = document.documentElement;
  document.head.insertAdjacentHTML('beforeend', '<meta name="early" content="/open/user /open/menu?only=pages">');
  document.cookie = 'Language=en';
  document.cookie = 'Authorization=a%3Db';
  try {
    runScript();
    expect(Object.keys(window.early ?? {})).toEqual([
      '/web-api/open/user?json=1',
      '/web-api/open/menu?only=pages&json=1',
    ]);
    expect(send.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'a=b', Language: 'en' });
    expect(send.mock.calls[0]?.[1].headers).not.toHaveProperty('Open-Id');
  } finally {
    document.querySelector('meta[name="early"]')?.remove();
    document.documentElement.lang = lang;
    for (const name of ['Language', 'Authorization']) document.cookie = `${name}=; Max-Age=0`;
    delete window.early;
    vi.unstubAllGlobals();
  }
});

it('requests nothing that the server would refuse to the member', () => {
  const send = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({}));
  vi.stubGlobal('fetch', send);
  document.head.insertAdjacentHTML('beforeend', '<meta name="early" content="/open/user /home/a /home/b">');
  localStorage.setItem('refused', '/home/a /home/b');
  try {
    runScript();
    expect(send.mock.calls.map(([url]) => url)).toEqual(['/web-api/open/user?json=1']);
  } finally {
    document.querySelector('meta[name="early"]')?.remove();
    localStorage.removeItem('refused');
    delete window.early;
    vi.unstubAllGlobals();
  }
});

it('hands the app the answers that came with the page', async () => {
  const send = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', send);
  document.head.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" data-answer="/open/config">{"name":"开课"}</script>',
  );
  try {
    runScript();
    const answer = await window.early?.['/web-api/open/config?json=1'];
    expect([answer?.headers.get('content-type'), await answer?.json()]).toEqual(['application/json', { name: '开课' }]);
    expect(send).not.toHaveBeenCalled();
  } finally {
    document.querySelector('script[data-answer]')?.remove();
    delete window.early;
    vi.unstubAllGlobals();
  }
});

let listeners: Parameters<typeof addEventListener>[] = [];
/** Runs the script as a page does; the next test is another page. */
function runScript(): void {
  const added = vi.spyOn(globalThis, 'addEventListener');
  runInThisContext(script);
  listeners = [...added.mock.calls];
}

afterEach(() => {
  for (const [type, listener] of listeners) removeEventListener(type, listener);
  listeners = [];
  Reflect.deleteProperty(globalThis, 'earlyErrors');
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
  document.body.replaceChildren();
});

const splash = '<div class="splash" role="status" aria-label="开课"></div><h1>Summary</h1>';

function load(content: string, status = 200) {
  vi.useFakeTimers();
  document.body.innerHTML = `<div id="root">${content}</div>`;
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}, { status }));
  runScript();
  window.dispatchEvent(new Event('load'));
  return { reload, ask };
}

it.each([
  ['whose app did not arrive', splash],
  ['whose app ended with an error', ''],
])('loads a page anew %s', async (_case, content) => {
  const { reload } = load(content);
  await vi.advanceTimersByTimeAsync(3500);
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('正在重新加载');
  await vi.advanceTimersByTimeAsync(2000);
  expect(reload).toHaveBeenCalledOnce();
});

it('asks ever more rarely while no server answers, and loads nothing anew before', async () => {
  const { reload, ask } = load(splash, 502);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(reload).not.toHaveBeenCalled();
  expect(ask.mock.calls.length).toBeGreaterThan(3);
  expect(ask.mock.calls.length).toBeLessThan(9);
});

it('gives up loading what fails each time, as in a browser that is too old, and leaves the button', async () => {
  sessionStorage.setItem('restarts', '6');
  const { reload } = load(splash);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reload).not.toHaveBeenCalled();
  document.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledOnce();
});

it('leaves an app alone that has started, and an error in it later', async () => {
  sessionStorage.setItem('restarts', '2');
  const { reload, ask } = load('<div class="splash" role="status"></div>');
  window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([reload.mock.calls, ask.mock.calls, sessionStorage.getItem('restarts')]).toEqual([[], [], '0']);
});

it('an old browser is told what to do: by a script it can read, or without any script', () => {
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  expect(page).toMatch(/<noscript>[^]*启用 JavaScript[^]*<\/noscript>/);
  expect(page).toContain('<script nomodule src="/old-browser.js"></script>');
  const old = readFileSync(join(import.meta.dirname, 'public/old-browser.js'), 'utf8');
  expect(old).not.toMatch(/=>|`|\b(?:const|let|class|async)\b|\?\.|\?\?/);
  for (const [lang, text] of [
    ['zh-CN', '浏览器版本过旧'],
    ['en', 'too old'],
    ['fr', '浏览器版本过旧'],
  ] as const) {
    document.documentElement.lang = lang;
    document.body.innerHTML = '<div id="root"><div class="splash"></div></div>';
    runInThisContext(old);
    expect(document.getElementById('root')?.textContent).toContain(text);
  }
});
