import { useEffect, useRef } from 'react';
import { defaultWebUrl } from '@kaike/shared/domain/constants';
import { ApiError } from '../../api/api-error.ts';

const firstWaitMs = 2000;
const longestWaitMs = 30_000;
/** As long as a request may take until it counts as failed. */
const requestMs = 30_000;
/** Outlives a reload: a page that fails again and again waits longer each time. */
const storageKey = 'come-back';
const gatewayErrors: readonly number[] = [502, 503, 504];

/** Whether no server answered, or only a proxy in front of it. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || gatewayErrors.includes(error.status);

/** Twice the last wait of this tab, a little more or less, so that not all pages of a school ask at once. */
function takeWait(): number {
  const [last = 0, at = 0] = (sessionStorage.getItem(storageKey) ?? '').split(' ').map(Number);
  const isSameOutage = last > 0 && Date.now() - at < 2 * last + requestMs;
  const wait = isSameOutage ? Math.min(2 * last, longestWaitMs) : firstWaitMs;
  sessionStorage.setItem(storageKey, `${wait} ${Date.now()}`);
  return wait * (0.8 + 0.4 * Math.random());
}

/** Whether the server serves again; a maintenance page does not count. */
const isServing = (): Promise<boolean> =>
  fetch(`${defaultWebUrl}/open/config?json=1`, { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

/** Calls `again` when the browser is back online, and as often as the server, asked ever more rarely, turns out to serve again. */
export function useComeBack(isActive: boolean, again: () => void): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (!isActive) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const onOnline = (): void => latest.current();
    const ask = async (): Promise<void> => {
      const isBack = await isServing();
      if (isOver) return;
      wait();
      if (isBack) latest.current();
    };
    const wait = (): void => {
      timer = setTimeout(() => void ask(), takeWait());
    };
    wait();
    window.addEventListener('online', onOnline);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isActive]);
}
