import { expect, it } from 'vitest';
import { isStatisticsAddress } from './statistics-hosts.ts';

it.each([
  ['https://hm.baidu.com/hm.js?abc', true],
  ['https://s4.cnzz.com/z_stat.php?id=1', true],
  ['https://www.googletagmanager.com/gtag/js?id=G-1', true],
  ['https://www.googletagmanager.com/gtag/js?id=GTM-ABC123', false],
  ['https://www.googletagmanager.com/gtm.js?id=GTM-ABC123', false],
  ['https://cdn.matomo.cloud/school.matomo.cloud/matomo.js', true],
  ['https://cdn.matomo.cloud/evil.matomo.cloud/container_AbC.js', false],
  ['https://evil.matomo.cloud/js/container_AbC.js', false],
  ['https://stats.school.cn/umami.js', true],
  ['https://stats.school.cn', true],
  ['https://evil.example/x.js', false],
  ['https://hm.baidu.com.evil.example/x.js', false],
  ['https://evilcnzz.com/x.js', false],
  ['http://hm.baidu.com/hm.js', false],
  ['https://hm.baidu.com@evil.example/x.js', false],
  ['https://a@hm.baidu.com/x.js', false],
  ['https://other.school.cn/x.js', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s: %s', (address, isAllowed) => {
  expect(isStatisticsAddress(address, ['stats.school.cn'])).toBe(isAllowed);
});
