import { afterEach, expect, it, vi } from 'vitest';
import { createReadingDeps } from './reading-deps.ts';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (report: object): void => {
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('/open/token') ? { _token: 't' } : report));
};
const claimedOf = async (seconds: number): Promise<number> =>
  (await createReadingDeps(1).send({ ticket: 'T', seq: 1, read_sec: seconds, is_at_end: false })).claimed_sec;

it('passes on what the server says that it counted', async () => {
  answerWith({ repeated: true, claimed_sec: 4 });
  expect(await claimedOf(10)).toBe(4);
});

it('takes what was sent for counted, where a server of the release before does not say it', async () => {
  answerWith({ repeated: false });
  expect(await claimedOf(10)).toBe(10);
});
