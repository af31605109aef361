import { beforeEach, describe, expect, it } from 'vitest';
import en from '@kaike/shared/locales/en/common.json' with { type: 'json' };
import zhCn from '@kaike/shared/locales/zh-CN/common.json' with { type: 'json' };
import zhTw from '@kaike/shared/locales/zh-TW/common.json' with { type: 'json' };
import { ApiError, type ErrorBody } from './api-error.ts';
import { handleResponse, handleError, setResponseActions } from './response.ts';

let toasts: string[] = [];

beforeEach(() => {
  toasts = [];
  setResponseActions({
    toast: ({ type, message, duration }) => toasts.push(`${type} ${message} ${duration}`),
    forceLogout: (message) => toasts.push(`force ${message}`),
    navigate: (path, { replace }) => toasts.push(`go ${path} ${replace}`),
    t: (key) => `<${key}>`,
  });
});

/** Rows of the specification's section 8: the response, and what the user sees. */
const table: [string, number, ErrorBody, string[], boolean][] = [
  [
    'force_logout before everything else',
    401,
    { force_logout: true, message: 'elsewhere', redirect: '/x' },
    ['force elsewhere'],
    true,
  ],
  ['a redirect in the app replaces the history entry', 401, { redirect: '/open/login' }, ['go /open/login true'], true],
  ['503 goes to the maintenance page', 503, {}, ['go /open/503?from=%2F true'], true],
  [
    '419 with a token in its message asks to retry',
    419,
    { message: 'the token has expired' },
    ['warning <common.token_expired> 3000'],
    true,
  ],
  [
    '419 of another kind is reported like any other',
    419,
    { message: 'page expired' },
    ['error page expired 3000'],
    true,
  ],
  ['404 is left to the page', 404, { message: 'gone' }, [], false],
  ['422 is left to the page', 422, { message: 'wrong', errors: { name: ['wrong'] } }, [], false],
  ['409 is left to the page', 409, { message: 'stale' }, [], false],
  [
    'an alert is shown instead of the standard text',
    400,
    { alert: { show: true, message: 'own words', type: 'warning', duration: 1 } },
    ['warning own words 1'],
    true,
  ],
  ['an alert with show: false is not shown', 422, { alert: { show: false, message: 'own words' } }, [], false],
  ['other errors are shown for three seconds', 500, { message: 'broken' }, ['error broken 3000'], true],
  ['an error without a message gets the standard text', 500, {}, ['error <common.request_failed> 3000'], true],
  ['a lost network is reported', 0, {}, ['error <common.network_failed> 3000'], true],
  ['429 is reported', 429, { message: 'slow down' }, ['error slow down 3000'], true],
];

describe('the error table', () => {
  it.each(table)('%s', (_name, status, body, expected, handled) => {
    const error = new ApiError(status, body);
    handleError(error);
    expect(toasts).toEqual(expected);
    expect(error.handled).toBe(handled);
  });

  it('gives no notice of what the page shows in its place, and does all else', () => {
    for (const [, status, body] of table) handleError(new ApiError(status, body), { in_place: true });
    expect(toasts).toEqual([
      'force elsewhere',
      'go /open/login true',
      'go /open/503?from=%2F true',
      'warning <common.token_expired> 3000',
    ]);
  });

  it('follows the redirect of a success without replacing the history entry, unless the caller does', () => {
    handleResponse({ redirect: '/home/index' });
    handleResponse({ redirect: '/home/index' }, { keeps_redirect: true });
    expect(toasts).toEqual(['go /home/index false']);
  });

  it('shows the alert of a success, unless the caller reports it', () => {
    const alert = { show: true, message: 'saved', type: 'success', duration: 3000 };
    handleResponse({ alert });
    handleResponse({ alert }, { keeps_alert: true });
    expect(toasts).toEqual(['success saved 3000']);
  });
});

it('reports an expired CSRF token as an expired page, not login; in English word for word as specified', () => {
  expect([zhCn, zhTw, en].map(({ common }) => common.token_expired)).toEqual([
    '页面已过期，请再试一次',
    '頁面已過期，請再試一次',
    'Token has expired, please try again',
  ]);
});
