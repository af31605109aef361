import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noClosedEntries } from '../../../core/sessions/closed-entries.ts';
import { afterLogin, samePage } from './safe-redirect.ts';

describe('samePage', () => {
  it.each([
    '/',
    '/home/index',
    '/home/courses/7?tab=1&x=%2F#top',
    '/admin/roles?where[name]=代理',
    '/open/loginx',
    '/home/%2e%2e/x',
  ])('keeps %s on the site', (path) => {
    const page = samePage(path);
    expect(page).toMatch(/^\/(?!\/)/);
    expect(new URL(page ?? '', 'https://school.example').host).toBe('school.example');
  });

  it.each([
    '',
    null,
    undefined,
    'home',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    ' /home',
    '/home\r\nSet-Cookie: a=b',
    '/\u0000',
    '/%5c'.replace('%5c', '\\'),
    '/open/login',
    '/open/login?back_url=/home',
    '/open/logout',
    '/api/open/user',
    '/web-api/open/logout',
    '/uploads/x.html',
    '/local/outbox',
  ])('refuses %j', (text) => {
    expect(samePage(text)).toBeNull();
  });

  it('never leaves the site, for any text', () => {
    const parts = fc.array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        ':',
        '@',
        '\t',
        '\n',
        '\r',
        '?',
        '#',
        '%2f',
        '%5c',
        'evil.example',
        'http:',
        'a',
        '\u0000',
        '。',
        '／',
      ),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          parts.map((list) => list.join('')),
          fc.string(),
          fc.webUrl(),
        ),
        (text) => {
          const page = samePage(text);
          if (page !== null) expect(new URL(page, 'https://school.example').origin).toBe('https://school.example');
        },
      ),
      { numRuns: 3000 },
    );
  });
});

it('afterLogin returns the first page for every kind of user', () => {
  const admin = {
    id: 1,
    is_super: false,
    roles: [],
    permissions: new Set<string>(),
    agency: null,
    closed: noClosedEntries,
  };
  const person = { admin, must_change_password: false, second_factor: null };
  expect(afterLogin(person, undefined)).toBe('/admin/index');
  const agency = { ...admin, agency: { id: 7, lft: 1, rgt: 2 } };
  const desk = new Set(['admin.agency-home.list']);
  expect(afterLogin({ ...person, admin: { ...agency, permissions: desk } }, undefined)).toBe('/admin/agency-home');
  expect(afterLogin({ ...person, admin: { ...agency, permissions: desk } }, '/admin/cards')).toBe('/admin/cards');
  expect(afterLogin({ ...person, admin: agency }, undefined)).toBe('/admin/index');
  expect(afterLogin({ ...person, admin: null }, '//x')).toBe('/home/index');
  expect(afterLogin({ ...person, must_change_password: true, second_factor: 'enrol' }, '/admin/roles')).toBe(
    '/admin/personage/password',
  );
  expect(afterLogin({ ...person, second_factor: 'enrol' }, '/admin/roles')).toBe('/admin/personage/second-factor');
});
