import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callService } from '../call-service.ts';
import { callVendor, openVendor } from '../storage/vendor-http.ts';
import { createVendorClients, type VendorCalls } from './vendor-clients.ts';

let now: Date;
let saved: VendorCalls[][];
let isBroken: boolean;
let server: Server;
let requests: number;
let status: number;
let url: string;

beforeEach(async () => {
  now = new Date('2026-11-23T04:00:00Z');
  [saved, isBroken, requests, status] = [[], false, 0, 200];
  server = createServer((request, response) => {
    requests += 1;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { 'content-length': 5 }).end('reply');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const createClients = () =>
  createVendorClients({
    clock: () => now,
    log: { warn: () => undefined },
    save: async (calls) => {
      if (isBroken) throw new Error('no database');
      saved.push(calls);
    },
  });
const wait = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};

it('after five failures in a row calls fail at once, until one after the pause is answered', async () => {
  const fetch = createClients().clientFor('storage', 's3');
  const call = () =>
    callService({ method: 'GET', url, timeout_ms: 60_000, fetch }).then(
      (reply) => reply.status,
      (error: { reason: string }) => error.reason,
    );
  status = 0;
  for (let attempt = 1; attempt <= 5; attempt += 1) expect(await call()).toBe('network');
  expect([await call(), requests]).toEqual(['paused', 5]);
  wait(31);
  expect([await call(), await call()]).toEqual(['network', 'paused']);
  wait(31);
  status = 200;
  // Others wait for what the one that probes says.
  expect((await Promise.all([call(), call()])).sort()).toEqual([200, 'paused']);
  expect(await call()).toBe(200);
});

it('an answer ends the row, whatever it says; another address and another vendor have rows of their own', async () => {
  const clients = createClients();
  const fetch = clients.clientFor('storage', 's3');
  const call = () => callService({ method: 'GET', url, timeout_ms: 60_000, fetch }).catch(() => null);
  for (const one of [0, 0, 0, 0, 500, 0, 0, 0, 0, 403]) {
    status = one;
    await call();
  }
  expect(requests).toBe(10);
  for (status = 0; requests < 15;) await call();
  status = 200;
  const other = await callService({
    method: 'GET',
    url,
    timeout_ms: 60_000,
    fetch: clients.clientFor('storage', 'oss'),
  });
  expect(other.status).toBe(200);
});

it('a paused storage is neither called nor called again', async () => {
  const fetch = createClients().clientFor('storage', 's3');
  const call = { method: 'GET', url, is_safe: true, timeout_ms: 60_000, fetch } as const;
  status = 0;
  await expect(callVendor(call)).rejects.toMatchObject({ reason: 'network' });
  await expect(callVendor(call)).rejects.toMatchObject({ reason: 'network' });
  await expect(callVendor(call)).rejects.toMatchObject({ code: 'unavailable', reason: 'paused' });
  await expect(openVendor(call)).rejects.toMatchObject({ code: 'unavailable', reason: 'paused' });
  expect(requests).toBe(5);
});

it('calls, failures and bytes are counted by vendor and day, saved together, and kept when that fails', async () => {
  const clients = createClients();
  const fetch = clients.clientFor('storage', 's3');
  const call = (body: string) => callVendor({ method: 'PUT', url, body, is_safe: false, timeout_ms: 60_000, fetch });
  await call('你好');
  status = 500;
  await call('x');
  isBroken = true;
  await clients.flush();
  [isBroken, status] = [false, 200];
  await clients.clientFor('sms', 'aliyun')(url, { method: 'HEAD' });
  wait(86_400);
  await call('abc');
  await clients.flush();
  await clients.flush();
  const common = { service: 'storage', vendor: 's3' };
  expect(saved).toHaveLength(1);
  expect(saved[0]).toEqual([
    { ...common, day: '2026-11-23', calls: 2, failures: 1, sent_bytes: 7, received_bytes: 10 },
    {
      service: 'sms',
      vendor: 'aliyun',
      day: '2026-11-23',
      calls: 1,
      failures: 0,
      sent_bytes: 0,
      received_bytes: 0,
    },
    { ...common, day: '2026-11-24', calls: 1, failures: 0, sent_bytes: 3, received_bytes: 5 },
  ]);
});

it('a caller who leaves says nothing about the address; one who waited too long does', async () => {
  const clients = createClients();
  const fetch = clients.clientFor('chat', 'deepseek');
  const leave = (reason: string) => {
    const leaving = new AbortController();
    leaving.abort(new DOMException('gone', reason));
    return fetch(url, { signal: leaving.signal }).catch((error: Error) => error.name);
  };
  for (let attempt = 1; attempt <= 6; attempt += 1) expect(await leave('AbortError')).toBe('AbortError');
  await clients.flush();
  expect(saved).toEqual([]);
  for (let attempt = 1; attempt <= 5; attempt += 1) expect(await leave('TimeoutError')).toBe('TimeoutError');
  await expect(fetch(url, {})).rejects.toMatchObject({ reason: 'paused' });
});
