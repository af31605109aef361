import { expect, it } from 'vitest';
import { countsUrl } from './sms-messages.resource.tsx';

it.each([
  ['', '/admin/sms-counts?'],
  ['where[vendor]=aliyun&where[state][]=3&order[id]=asc&page=2', '/admin/sms-counts?vendor=aliyun&state=3'],
  ['where[vendor][]=aliyun&where[vendor][]=tencent', '/admin/sms-counts?'],
  [
    'where[created_at][0]=2026-03-01T16:00:00.000Z&where[created_at][1]=2026-03-03T15:59:59.999Z',
    '/admin/sms-counts?from=2026-03-02&to=2026-03-03',
  ],
])('the statistics of the list %s are at %s', (list, url) => {
  expect(countsUrl(new URLSearchParams(list))).toBe(url);
});
