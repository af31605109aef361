import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSecret, formatSecret, makeSecret } from './card-secret.ts';
import { parseSecret } from './parse-secret.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const anySecret = fc.uint8Array({ minLength: 15, maxLength: 32 }).map(makeSecret);

describe('makeSecret', () => {
  test('returns 16 symbols with a valid check symbol, the same for the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 15, maxLength: 32 }), (bytes) => {
        const secret = makeSecret(bytes);
        expect(secret).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
        expect(checkSecret(secret)).toBe(true);
        expect(makeSecret(bytes.slice(0, 15))).toBe(secret);
      }),
    );
  });
  test('byte values map to all symbols equally often', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const symbol = makeSecret(new Uint8Array(15).fill(byte)).charAt(7);
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join('')).toBe(alphabet);
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });
  test('refuses too few bytes', () => {
    expect(() => makeSecret(new Uint8Array(14))).toThrow();
  });
});

describe('check symbol', () => {
  // The code is linear: an error is detected in every secret if and only if the difference is not a code word.
  // So testing all single errors and all swaps on the zero word covers every case.
  const withErrors = (...errors: (readonly [number, number])[]): string => {
    const symbols = Array.from({ length: 16 }, () => 0);
    for (const [place, value] of errors) symbols[place] = (symbols[place] ?? 0) ^ value;
    return symbols.map((symbol) => alphabet.charAt(symbol)).join('');
  };
  const places = Array.from({ length: 16 }, (_, place) => place);
  const differences = Array.from({ length: 31 }, (_, index) => index + 1);

  test('detects every single wrong symbol: all 16 × 31', () => {
    expect(places.flatMap((place) => differences.filter((value) => checkSecret(withErrors([place, value]))))).toEqual(
      [],
    );
  });
  test('detects every swap of any two symbols: all 120 × 31', () => {
    const missed = places.flatMap((a) =>
      places
        .slice(a + 1)
        .flatMap((b) => differences.filter((value) => checkSecret(withErrors([a, value], [b, value])))),
    );
    expect(missed).toEqual([]);
  });
  test('is linear, as the proof above assumes', () => {
    const add = (a: string, b: string): string =>
      [...a].map((symbol, i) => alphabet.charAt(alphabet.indexOf(symbol) ^ alphabet.indexOf(b.charAt(i)))).join('');
    fc.assert(fc.property(anySecret, anySecret, (a, b) => checkSecret(add(a, b))));
  });
  test('detects the same errors in real secrets', () => {
    fc.assert(
      fc.property(anySecret, fc.nat(15), fc.nat(31), (secret, place, value) => {
        const wrong = secret.slice(0, place) + alphabet.charAt(value) + secret.slice(place + 1);
        expect(checkSecret(wrong)).toBe(wrong === secret);
        const next = place % 15;
        const swapped = secret.slice(0, next) + secret.charAt(next + 1) + secret.charAt(next) + secret.slice(next + 2);
        expect(checkSecret(swapped)).toBe(swapped === secret);
      }),
    );
  });
  test.each(['', '0', '0'.repeat(15), '0'.repeat(17), 'O'.repeat(16), 'u'.repeat(16), ' '.repeat(16)])(
    '%j is no secret',
    (text) => {
      expect(checkSecret(text)).toBe(false);
    },
  );
});

test('formatSecret groups by four', () => {
  expect(formatSecret('0123456789ABCDEF')).toBe('0123-4567-89AB-CDEF');
});

describe('readSecret', () => {
  const toFullWidth = (text: string): string =>
    text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
  const lookAlike = (text: string): string => text.replace(/0/g, 'o').replace(/1/g, 'l');
  const writings: readonly ((secret: string) => string)[] = [
    (s) => s,
    formatSecret,
    (s) => s.toLowerCase(),
    (s) => ` ${formatSecret(s)} `,
    (s) => toFullWidth(formatSecret(s)),
    lookAlike,
    (s) => lookAlike(formatSecret(s)).toUpperCase(),
    (s) => s.replace(/1/g, 'I'),
    (s) => [...s].join(' '),
    (s) => s.replace(/(..)/g, '$1—'),
    (s) => formatSecret(s).replace(/-/g, '\u00a0'),
    (s) => formatSecret(s).replace(/-/g, '\n'),
    (s) => `\ufeff${s}\u200b`,
  ];
  const wrappings: readonly ((code: string) => string)[] = [
    (code) => code,
    (code) => `您好，您购买的课程卡卡密：${code}，请在 2026-12-31 前激活。客服电话 400-800-1234`,
    (code) => `【开课】卡号 KK20260001，卡密${code}。`,
    (code) => `Your code is: ${code}. Thank you!`,
    (code) => `卡号:12345678\n卡密:${code}\n`,
  ];
  test('any notation, alone or inside a message', () => {
    fc.assert(
      fc.property(anySecret, fc.constantFrom(...writings), fc.constantFrom(...wrappings), (secret, write, wrap) => {
        expect(parseSecret(wrap(write(secret)))).toEqual({ secret });
      }),
      { numRuns: 2000 },
    );
  });
  test('a scanned link', () => {
    const links: ((secret: string) => string)[] = [
      (s) => `https://kaike.example.com/home/cards/use-card?code=${s}`,
      (s) => `https://kaike.example.com:8443/home/cards/use-card?from=qr&code=${formatSecret(s)}&lang=zh-CN#top`,
      (s) => `http://192.168.1.20:8080/k/${s}`,
      (s) => `https://kaike.example.com/home/cards/use-card?code=${encodeURIComponent(toFullWidth(formatSecret(s)))}`,
      (s) => `https://kaike.example.com/home/cards/use-card?text=%E5%8D%A1%E5%AF%86${formatSecret(s)}&bad=%E5%8D`,
      (s) => `点击 https://my-web-site-shop.example/k/${formatSecret(s)} 激活`,
    ];
    fc.assert(
      fc.property(anySecret, fc.constantFrom(...links), (secret, link) => {
        expect(parseSecret(link(secret))).toEqual({ secret });
      }),
      { numRuns: 500 },
    );
  });
  test('of several candidates the one with a valid check symbol', () => {
    fc.assert(
      fc.property(anySecret, fc.nat(15), (secret, place) => {
        const wrong = secret.slice(0, place) + (secret.charAt(place) === 'Z' ? 'Y' : 'Z') + secret.slice(place + 1);
        expect(parseSecret(`${wrong} / ${secret}`)).toEqual({ secret });
        expect(parseSecret(`${secret}，${wrong}`)).toEqual({ secret });
      }),
    );
  });
  test('English words around the code do not shift it', () => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        expect(parseSecret(`code ${formatSecret(secret)} will expire soon`)).toEqual({ secret });
      }),
      { numRuns: 1000 },
    );
  });
  test.each(['', '   ', '\u3000\n', '--'])('%j is empty', (text) => {
    expect(parseSecret(text)).toEqual({ reason: 'empty' });
  });
  test.each([
    '0123-4567-89AB-CDEF',
    '8F3K9Q2M',
    'ABCD-EFG1',
    '1234567890123456789012',
    '卡密：0123-4567-89AB-CDEF',
    'ABCD EFGH JKMN PQRU',
  ])('%s is a typo', (text) => {
    expect(parseSecret(text)).toEqual({ reason: 'typo' });
  });
  test.each([
    '你好',
    'hello',
    '请问怎么激活课程',
    '客服电话：400-800-1234',
    'https://kaike.example.com/open/login',
    '<script>alert(1)</script>',
  ])('%s contains no code', (text) => {
    expect(parseSecret(text)).toEqual({ reason: 'none' });
  });
  test('looks only at the beginning of a text that is longer than any message', () => {
    const [secret = ''] = fc.sample(anySecret, 1);
    expect(parseSecret(`${'。'.repeat(4000)}${secret}`)).toEqual({ secret });
    for (const fill of ['A', 'A ', '% ', '%E5', '-', '０', '。'])
      expect(parseSecret(`${fill.repeat(500_000)}。${secret}`)).not.toEqual({ secret });
  });
  test('never throws and only returns valid secrets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const reading = parseSecret(text);
        expect('reason' in reading || checkSecret(reading.secret)).toBe(true);
      }),
    );
  });
});
