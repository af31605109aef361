import { describe, expect, it } from 'vitest';
import { addScan, findHandled, mayRetry, nextWaiting, parseScans, setScan, type Scan } from './scan-list.ts';

const scan = (key: string, code = key, state: Scan['state'] = 'waiting'): Scan => ({
  key,
  code,
  at: '2026-03-01T00:00:00.000Z',
  state,
});

describe('the list of scans', () => {
  it('sends the oldest waiting scan first, and remembers responses', () => {
    const scans = addScan(addScan([], scan('a')), scan('b'));
    expect(scans.map((one) => one.key)).toEqual(['b', 'a']);
    expect(nextWaiting(scans)?.key).toBe('a');
    const answered = setScan(scans, 'a', { state: 'received' });
    expect(nextWaiting(answered)?.key).toBe('b');
    expect(findHandled(answered, 'a')?.state).toBe('received');
  });

  it('allows scanning a refused or undone carton again', () => {
    for (const state of ['refused', 'undone'] as const) {
      const scans = [scan('a', 'CODE', state)];
      expect(findHandled(scans, 'CODE')).toBeUndefined();
      expect(addScan(scans, scan('b', 'CODE'))).toEqual([scan('b', 'CODE')]);
    }
  });

  it('keeps two hundred scans plus all waiting ones', () => {
    let scans: Scan[] = [scan('first')];
    for (let index = 0; index < 300; index += 1) scans = addScan(scans, scan(`k${index}`, `k${index}`, 'received'));
    expect(scans).toHaveLength(201);
    expect(nextWaiting(scans)?.key).toBe('first');
  });

  it('is read back as stored; invalid data is an empty list', () => {
    const scans = [scan('a')];
    expect(parseScans(JSON.stringify(scans))).toEqual(scans);
    for (const text of [null, '', '{', '{"a":1}', '[1,null]']) expect(parseScans(text)).toEqual([]);
  });

  it('keeps waiting for a connection, but not after a refusal', () => {
    expect([0, 401, 419, 429, 500, 503].every(mayRetry)).toBe(true);
    expect([403, 404, 409, 422].some(mayRetry)).toBe(false);
  });
});
