import { expect, it } from 'vitest';
import type { Context } from '../../core/context.ts';
import { createPagePolicy } from './page-policy.ts';

const policyWith = (env: string, values: Record<string, string>, userAgent = 'Mozilla/5.0') =>
  createPagePolicy({
    config: { env, public_url: null, statistics_hosts: ['stats.example.com'] },
    settings: { get: async (key: string) => values[key] ?? '' },
  } as unknown as Context)(userAgent);
const scripts = (policy: string): string | undefined =>
  policy.split('; ').find((part) => part.startsWith('script-src'));

it('allows no other origin by default', async () => {
  expect(scripts(await policyWith('production', {}))).toBe("script-src 'self'");
});

it('allows statistics in production only, to load and to report', async () => {
  const values = { statistics_url: 'https://stats.example.com/hm.js?abc' };
  const policy = await policyWith('production', values);
  expect(scripts(policy)).toBe("script-src 'self' https://stats.example.com");
  expect(policy).toContain("connect-src 'self' https://stats.example.com");
  expect(policy).toContain("img-src 'self' data: blob: https://stats.example.com");
  expect(scripts(await policyWith('staging', values))).toBe("script-src 'self'");
  for (const bad of [
    'http://stats.example.com/a.js',
    'https://',
    'https://elsewhere.example/hm.js',
    "https://a.example 'unsafe-inline'",
  ]) {
    expect(scripts(await policyWith('production', { statistics_url: bad }))).toBe("script-src 'self'");
  }
});

it('allows the WeChat script inside WeChat only', async () => {
  const values = { wechat_appid: 'wx1' };
  expect(scripts(await policyWith('production', values, 'Mozilla/5.0 MicroMessenger/8.0'))).toBe(
    "script-src 'self' https://res.wx.qq.com",
  );
  expect(scripts(await policyWith('production', values))).toBe("script-src 'self'");
});
