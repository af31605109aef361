import { describe, expect, it } from 'vitest';
import { safeBackUrl } from './back-url.ts';

describe('safeBackUrl', () => {
  it.each(['/home/index', '/home/cards/use-card?code=K-1&x=2', '/home/lessons/3#t=10', '/admin/members?page=2'])(
    'returns to %s',
    (path) => {
      expect(safeBackUrl(path, '/home/index')).toBe(path);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'home/index',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    '/open/login',
    '/open/login?back_url=/x',
    '/open/logout',
    '/x/../open/logout',
  ])('never returns to %j', (path) => {
    expect(safeBackUrl(path, '/fallback')).toBe('/fallback');
  });
});
