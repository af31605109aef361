import { expect, it } from 'vitest';
import type { CaptchaOrigins } from '../../adapters/captcha/port.ts';
import type { Context } from '../../core/context.ts';
import { amapMaps } from '../../adapters/maps/amap/provider.ts';
import { createPagePolicy } from './page-policy.ts';

const noCaptcha: CaptchaOrigins = { scripts: [], connections: [], pictures: [] };
const amap = amapMaps.create({ amap_key: 'k', amap_security_code: 'c', amap_base: '' }, {});
const policyWith = (
  env: string,
  values: Record<string, string>,
  userAgent = 'Mozilla/5.0',
  files: string[] = [],
  script: string | null = null,
  captcha: CaptchaOrigins = noCaptcha,
  videos: string[] = [],
) =>
  createPagePolicy({
    config: { env, public_url: null, statistics_hosts: ['stats.example.com'] },
    settings: { get: async (key: string) => values[key] ?? '' },
    adapters: {
      storage: { origins: async () => files },
      captcha: { origins: async () => captcha },
      maps: { provider: async () => (values['maps'] === 'amap' ? amap : null) },
      hosts: { origins: async () => videos },
      face: { provider: async () => (script === null ? null : { script }) },
    },
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

it('allows the storage that is set up, to upload to and to play from, and nothing else of it', async () => {
  const policy = await policyWith('production', {}, 'Mozilla/5.0', ['https://school.oss-cn-hangzhou.aliyuncs.com']);
  expect(policy.split('; ').filter((part) => part.includes('aliyuncs'))).toEqual([
    "media-src 'self' blob: https://school.oss-cn-hangzhou.aliyuncs.com",
    "connect-src 'self' https://school.oss-cn-hangzhou.aliyuncs.com",
  ]);
});

it('allows the host of videos that is set up, to upload to and to play from, and nothing else of it', async () => {
  const policy = await policyWith('production', {}, 'Mozilla/5.0', [], null, noCaptcha, ['https://vod.example.com']);
  expect(policy.split('; ').filter((part) => part.includes('vod.example.com'))).toEqual([
    "media-src 'self' blob: https://vod.example.com",
    "connect-src 'self' https://vod.example.com",
  ]);
});

it('allows the script of the face provider in use, and of no other', async () => {
  const policy = await policyWith('production', {}, 'Mozilla/5.0', [], 'https://face.example.com/a/jsvm_all.js');
  expect(scripts(policy)).toBe("script-src 'self' https://face.example.com");
});

it('allows the captcha vendor that is selected, in each directive what its script needs', async () => {
  const captcha = {
    scripts: ['https://s.example'],
    connections: ['https://c.example'],
    pictures: ['https://p.example'],
  };
  const policy = await policyWith('production', {}, 'Mozilla/5.0', [], null, captcha);
  expect(policy.split('; ').filter((part) => part.includes('example'))).toEqual([
    "script-src 'self' https://s.example",
    "img-src 'self' data: blob: https://p.example",
    "connect-src 'self' https://c.example",
  ]);
});

it('allows what the map provider in use needs', async () => {
  const policy = await policyWith('production', { maps: 'amap' });
  expect(policy.split('; ').filter((part) => part.includes('amap'))).toEqual([
    "script-src 'self' https://webapi.amap.com https://*.amap.com",
    "img-src 'self' data: blob: https://*.amap.com https://*.is.autonavi.com",
    "connect-src 'self' https://*.amap.com",
  ]);
});
