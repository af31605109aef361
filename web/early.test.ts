import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

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
    runInThisContext(script);
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
  document.head.insertAdjacentHTML('beforeend', '<meta name="early" content="/open/user /home/courses/7">');
  document.cookie = 'Language=en';
  document.cookie = 'Authorization=a%3Db';
  try {
    runInThisContext(script);
    expect(Object.keys(window.early ?? {})).toEqual(['/web-api/open/user?json=1', '/web-api/home/courses/7?json=1']);
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
