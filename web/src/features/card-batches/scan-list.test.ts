import { describe, expect, it } from 'vitest';
import { addScan, findHandled, mayRetry, nextWaiting, readScans, setScan, type Scan } from './scan-list.ts';

const scan = (key: string, code = key, state: Scan['state'] = 'waiting'): Scan => ({
  key,
  code,
  at: '2026-03-01T00:00:00.000Z',
  state,
});

describe('the list of scans', () => {
  it('sends the oldest that waits first, and remembers answers', () => {
    const scans = addScan(addScan([], scan('a')), scan('b'));
    expect(scans.map((one) => one.key)).toEqual(['b', 'a']);
    expect(nextWaiting(scans)?.key).toBe('a');
    const answered = setScan(scans, 'a', { state: 'received' });
    expect(nextWaiting(answered)?.key).toBe('b');
    expect(findHandled(answered, 'a')?.state).toBe('received');
  });

  it('lets a refused or undone carton be scanned anew', () => {
    for (const state of ['refused', 'undone'] as const) {
      const scans = [scan('a', 'CODE', state)];
      expect(findHandled(scans, 'CODE')).toBeUndefined();
      expect(addScan(scans, scan('b', 'CODE'))).toEqual([scan('b', 'CODE')]);
    }
  });

  it('keeps two hundred, and whatever waits', () => {
    let scans: Scan[] = [scan('first')];
    for (let index = 0; index < 300; index += 1) scans = addScan(scans, scan(`k${index}`, `k${index}`, 'received'));
    expect(scans).toHaveLength(201);
    expect(nextWaiting(scans)?.key).toBe('first');
  });

  it('is read back as it was kept; nonsense is an empty list', () => {
    const scans = [scan('a')];
    expect(readScans(JSON.stringify(scans))).toEqual(scans);
    for (const text of [null, '', '{', '{"a":1}', '[1,null]']) expect(readScans(text)).toEqual([]);
  });

  it('waits on for a connection, not for a refusal', () => {
    expect([0, 401, 419, 429, 500, 503].every(mayRetry)).toBe(true);
    expect([403, 404, 409, 422].some(mayRetry)).toBe(false);
  });
});
