import { describe, expect, it } from 'vitest';
import { addressOf, announce } from './announce.ts';
import type { Config } from '../config.ts';

const config: Config = {
  env: 'local',
  port: 8080,
  host: '127.0.0.1',
  data_dir: '/data',
  database_url: null,
  redis_url: null,
  secret: 's'.repeat(40),
  old_secret: null,
  admin_password: null,
  workers: 1,
  public_url: null,
  metrics_port: null,
  expose_local_codes: false,
  shared_files: false,
  plugin_space_mb: 1024,
  statistics_hosts: [],
  project_root: '',
};

describe('addressOf', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://127.0.0.1:80'],
    ['::1', 'http://[::1]:80'],
    ['kaike.example', 'http://kaike.example:80'],
  ])('turns %s into an address to open', (host, address) => {
    expect(addressOf(host, 80)).toBe(address);
  });
});

describe('announce', () => {
  it('prints address, data folder, name and one-time password on the first start', () => {
    const text = announce({ config, port: 8081, admin_password: 'abc12345', took_ms: 1234 });
    expect(text).toContain('Kaike is ready (1.2 s).');
    expect(text).toMatch(/Address +http:\/\/127\.0\.0\.1:8081\n/);
    expect(text).toMatch(/Data folder +\/data\n/);
    expect(text).toMatch(/Administrator +admin\n/);
    expect(text).toMatch(/Password +abc12345 /);
  });

  it('prints no password later, and never the secret', () => {
    const text = announce({
      config: { ...config, public_url: 'https://kaike.example' },
      port: 8080,
      admin_password: null,
      took_ms: 400,
    });
    expect(text).toMatch(/Address +https:\/\/kaike\.example\n +Listening +http:\/\/127\.0\.0\.1:8080\n/);
    expect(text).not.toMatch(/Password|Administrator|ssss/);
  });

  it('prints where codes can be read, and warns when everybody may read them', () => {
    const announced = (change: Partial<Config>) =>
      announce({ config: { ...config, ...change }, port: 8080, admin_password: null, took_ms: 400 });
    expect(announced({})).toMatch(
      /SMS and mail +not sent; read them at http:\/\/127\.0\.0\.1:8080\/local\/outbox\?token=[\w-]{32}\n/,
    );
    expect(announced({})).not.toContain('Warning');
    expect(announced({ host: '0.0.0.0', expose_local_codes: true })).toMatch(
      /Warning +KAIKE_EXPOSE_LOCAL_CODES: whoever reaches this server reads every SMS and mail code/,
    );
    expect(announced({ env: 'production', public_url: 'https://kaike.example' })).not.toMatch(/outbox|Warning/);
  });

  it('warns of production without a public URL', () => {
    expect(
      announce({ config: { ...config, env: 'production' }, port: 8080, admin_password: null, took_ms: 400 }),
    ).toMatch(/Warning +KAIKE_PUBLIC_URL is not set/);
  });
});
